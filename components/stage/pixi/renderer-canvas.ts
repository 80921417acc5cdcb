// A file of its own, so that a browser without WebGL never loads the other renderer.
export { CanvasRenderer } from "pixi.js";
