import { CanvasSource, Texture } from "pixi.js";
import type { CanvasSourceOptions } from "pixi.js";
import { hasGpu } from "../gpu.ts";
import type { Paint } from "../kit.ts";
import type { Size } from "../scene.ts";

/** Whether what is painted is not drawn at once. */
let isAhead = false;

/**
 * Has rasters painted to their last pixel. Software notes down what is painted, and does it when it is first
 * drawn: not a frame too early, but never when there is time for it.
 */
export function paintAhead(paint: () => void): void {
  isAhead = true;
  try {
    paint();
  } finally {
    isAhead = false;
  }
}

/**
 * A texture painted with the browser's own 2D context.
 *
 * Everything on a table is painted this way and then only moved: edges are smooth without a
 * multisampled WebGL context, WebGL and the 2D canvas show the same pixels, and Pixi's graphics and
 * text code stay out of the bundle.
 */
export class Raster {
  readonly texture: Texture;
  readonly #options: CanvasSourceOptions;

  /** `size` in CSS pixels, `density` in device pixels for each of them. */
  constructor(size: Size, density: number, paint: Paint) {
    const resource = document.createElement("canvas");
    resource.width = Math.max(1, Math.ceil(size.width * density));
    resource.height = Math.max(1, Math.ceil(size.height * density));
    this.#options = { resource, resolution: density };
    // Before it is painted: a source sets the size of its canvas, which wipes it where that is off by a rounding.
    const source = new CanvasSource(this.#options);
    // Without a GPU its process is not worth asking: that took 7 ms of a first frame.
    const context = resource.getContext("2d", { willReadFrequently: !hasGpu() });
    if (!context) {
      throw new Error("This browser gives no 2D context to paint with.");
    }
    context.scale(density, density);
    paint(context, size);
    if (isAhead && !hasGpu()) {
      context.getImageData(0, 0, 1, 1);
    }
    this.texture = new Texture({ source });
  }

  destroy(): void {
    this.texture.destroy(true);
    // Pixi's pool of batches holds on to sources for ever, and a source to what it was made with.
    delete this.#options.resource;
  }
}
