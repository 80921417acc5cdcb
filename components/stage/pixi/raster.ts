import { CanvasSource, Texture } from "pixi.js";
import type { CanvasSourceOptions } from "pixi.js";
import type { Paint, Size } from "../drawing.ts";
import { hasGpu } from "../gpu.ts";
import { newContext } from "../paint/canvas.ts";

let isPaintingAhead = false;

/**
 * Calls `paint` and executes it immediately. A software canvas would otherwise record the commands and execute them
 * when first drawn, which would move the work from idle time into a frame.
 */
export function paintAhead(paint: () => void): void {
  isPaintingAhead = true;
  try {
    paint();
  } finally {
    isPaintingAhead = false;
  }
}

/**
 * A texture painted with the browser's 2D context. `size` is in CSS pixels, `density` in device pixels per CSS pixel.
 *
 * Everything on a table is painted this way and then only moved, so edges are smooth without a multisampled
 * WebGL context, WebGL and the 2D canvas show the same pixels, and Pixi's graphics and text code stay out of the
 * bundle.
 */
export function paintRaster(size: Size, density: number, paint: Paint) {
  const [width, height] = [size.width, size.height].map((length) =>
    Math.max(1, Math.ceil(length * density)),
  );
  // Without a GPU, this avoids starting the browser's GPU process, which cost the first frame 7 ms.
  const context = newContext(width, height, { willReadFrequently: !hasGpu() });
  const options: CanvasSourceOptions = { resource: context.canvas, resolution: density };
  // Created before painting, because a source sets its canvas's size, which can clear it.
  const texture = new Texture({ source: new CanvasSource(options) });
  context.scale(density, density);
  paint(context, size);
  if (isPaintingAhead && !hasGpu()) {
    context.getImageData(0, 0, 1, 1);
  }
  return {
    texture,
    destroy() {
      texture.destroy(true);
      // Pixi's pool of batches keeps sources alive, and a source keeps its options.
      delete options.resource;
    },
  };
}
