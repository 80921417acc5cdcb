import { CanvasSource, Texture } from "pixi.js";
import { hasGpu } from "../gpu.ts";
import { withAlpha } from "../paint/colour.ts";
import type { Raster } from "./raster.ts";

/** Light on paper at a share of its length: above 0 brighter than lying, below it darker. */
export interface LightStop {
  at: number;
  lit: number;
}

/** No light or shade hides what is printed. */
const MOST = 0.8;

/**
 * The light along a card that is bent, within the outline of it: one soft gradient, painted anew for each frame and
 * small. A shade for each piece of the card would be seen as bands.
 */
export class PaperLight {
  readonly texture: Texture;
  readonly #source: CanvasSource;
  readonly #options: { resource: HTMLCanvasElement };
  readonly #context;

  constructor() {
    const resource = document.createElement("canvas");
    this.#context = resource.getContext("2d", { willReadFrequently: !hasGpu() });
    this.#options = { resource };
    this.#source = new CanvasSource(this.#options);
    this.texture = new Texture({ source: this.#source });
  }

  /** Paints it from left to right, in the shape of an outline. `bright` and `dark` are `#rrggbb`. */
  paint(
    outline: Raster,
    stops: readonly LightStop[],
    { bright, dark }: { bright: string; dark: string },
  ): void {
    const context = this.#context;
    const shape = outline.texture.source.resource as HTMLCanvasElement;
    if (!context || stops.length === 0) {
      return;
    }
    const { pixelWidth, pixelHeight, width, height, resolution } = outline.texture.source;
    // As sharp as the outline, and as large: it is laid over the paper as that is.
    this.#source.resize(width, height, resolution);
    const light = context.createLinearGradient(0, 0, pixelWidth, 0);
    for (const { at, lit } of stops) {
      const colour = lit >= 0 ? bright : dark;
      light.addColorStop(
        Math.max(0, Math.min(1, at)),
        withAlpha(colour, Math.min(MOST, Math.abs(lit))),
      );
    }
    context.globalCompositeOperation = "copy";
    context.drawImage(shape, 0, 0);
    context.globalCompositeOperation = "source-in";
    context.fillStyle = light;
    context.fillRect(0, 0, pixelWidth, pixelHeight);
    this.#source.update();
  }

  destroy(): void {
    this.texture.destroy(true);
    // Pixi's pool of batches holds on to sources for ever, and a source to what it was made with.
    Reflect.deleteProperty(this.#options, "resource");
  }
}
