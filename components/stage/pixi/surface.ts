import { Container, Ticker } from "pixi.js";
import type { CanvasOptions, Renderer, WebGLOptions } from "pixi.js";
import { palette } from "../../../src/look/palette.ts";
import { hasGpu } from "../gpu.ts";
import type { RendererKind } from "../gpu.ts";
import type { Kit, Node } from "../kit.ts";
import type { Size } from "../scene.ts";
import { containerOf, measure, PixiGroup, PixiLabel, PixiPicture } from "./nodes.ts";
import { PaintQueue } from "./paint-queue.ts";

// Left alone, Pixi's housekeeping asks for an animation frame for ever, which costs a twelfth of a core
// on a page where nothing moves. It is run after our own frames instead.
Ticker.system.autoStart = false;
Ticker.system.stop();

/** How to make a renderer: a class of `renderer-webgl.ts` or `renderer-canvas.ts`. */
export type RendererClass = new () => {
  init(options: Partial<WebGLOptions & CanvasOptions>): Promise<void>;
};

const pixelRatio = (): number => globalThis.devicePixelRatio || 1;

/** Sharper than this is not seen at arm's length. */
const SHARPEST = 2;

/** Makes a queue that paints as sharply as the screen is now. */
const newQueue = (): PaintQueue => new PaintQueue(Math.min(pixelRatio(), SHARPEST));

/** A canvas with a renderer: what a drawing is built for and shown on. */
export class Surface {
  readonly kind: RendererKind;
  readonly canvas: HTMLCanvasElement;
  readonly #renderer: Renderer;
  readonly #root = new Container();
  #pixelRatio = pixelRatio();
  #queue: PaintQueue;

  private constructor(kind: RendererKind, renderer: Renderer, queue: PaintQueue) {
    this.kind = kind;
    this.#renderer = renderer;
    this.#queue = queue;
    this.canvas = renderer.canvas;
    this.canvas.setAttribute("aria-hidden", "true");
    this.canvas.style.display = "block";
  }

  /** Starts a renderer of a kind. Rejects when the browser has none. */
  static async create(kind: RendererKind, RendererOfKind: RendererClass): Promise<Surface> {
    const queue = newQueue();
    const renderer = new RendererOfKind();
    await renderer.init({
      width: 1,
      height: 1,
      resolution: queue.density,
      autoDensity: true,
      // Painted textures have smooth edges of their own.
      antialias: false,
      backgroundColor: palette.night,
      // Accessibility, DOM and events are not used: the hud has everything as text.
      skipExtensionImports: true,
      powerPreference: "low-power",
    });
    // The types of 8.22 know no renderers but the ready-made ones.
    return new Surface(kind, renderer as unknown as Renderer, queue);
  }

  /** Whether the processor does the drawing: then every frame is dear. */
  get isSoftware(): boolean {
    return this.kind === "canvas" || !hasGpu();
  }

  /**
   * Follows the screen's pixel ratio: the page was zoomed, or moved to another screen. Returns whether it changed;
   * the drawing is gone then, and the next one is as sharp as the screen.
   */
  refit({ width, height }: Size): boolean {
    if (this.#pixelRatio === pixelRatio()) {
      return false;
    }
    this.#pixelRatio = pixelRatio();
    this.#clear();
    this.#queue.destroy();
    this.#queue = newQueue();
    this.#renderer.resize(width, height, this.#queue.density);
    return true;
  }

  /** The parts that a drawing on this surface is made of; `changed` is called when one of them has to be drawn again. */
  kit(accent: string, changed: () => void): Kit {
    const queue = this.#queue;
    return {
      accent,
      group: () => new PixiGroup(),
      picture: () => new PixiPicture(queue),
      light: () => new PixiPicture(queue, true),
      label: () => new PixiLabel(queue),
      widthOf: measure,
      part: (make) => make({ density: queue.density, changed }),
    };
  }

  /** Takes a drawing's tree in place of the one it had. */
  mount(node: Node): void {
    this.#clear();
    this.#root.addChild(containerOf(node));
  }

  resize({ width, height }: Size): void {
    this.#renderer.resize(width, height);
  }

  /** Draws one frame. */
  render(): void {
    this.#draw();
    Ticker.system.update();
  }

  /** Draws the picture as it is posed now, with all that is seen of it painted. */
  #draw(): void {
    this.#queue.paintSeen();
    this.#renderer.render(this.#root);
    const context = this.kind === "canvas" ? this.canvas.getContext("2d") : null;
    if (context && context.imageSmoothingQuality !== "medium") {
      // Pictures are larger than they are shown. The context forgets this whenever its size changes, in the midst of a render.
      context.imageSmoothingQuality = "medium";
      this.#renderer.render(this.#root);
    }
  }

  #clear(): void {
    for (const child of this.#root.removeChildren()) {
      child.destroy({ children: true });
    }
  }

  /** Gives the renderer back, its WebGL context at once: browsers allow about sixteen on a page. */
  destroy(): void {
    this.canvas.remove();
    this.#queue.destroy();
    // The drawing may be what failed.
    try {
      this.#clear();
      this.#root.destroy();
    } finally {
      this.#renderer.destroy({ removeView: true });
    }
  }
}
