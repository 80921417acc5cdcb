// A file of its own, so that a browser with WebGL never loads the other renderer.
export { WebGLRenderer } from "pixi.js";
