import { Container, Ticker } from "pixi.js";
import type { CanvasOptions, Renderer, WebGLOptions } from "pixi.js";
import { palette } from "../../../src/look/palette.ts";
import type { Size } from "../drawing.ts";
import { hasGpu } from "../gpu.ts";
import type { RendererKind } from "../gpu.ts";
import { Group, Label, measure, Picture } from "./nodes.ts";
import type { SceneNode } from "./nodes.ts";
import { PaintQueue } from "./paint-queue.ts";

// By default, Pixi's housekeeping requests animation frames forever, which costs a twelfth of a core on a page
// where nothing moves. Here it runs after each of our own frames instead.
Ticker.system.autoStart = false;
Ticker.system.stop();

/** The renderer class of `renderer-webgl.ts` or `renderer-canvas.ts`. */
export type RendererClass = new () => {
  init(options: Partial<WebGLOptions & CanvasOptions>): Promise<void>;
};

const pixelRatio = (): number => globalThis.devicePixelRatio || 1;

/** Maximum pixel ratio; more is not visible at arm's length. */
const MAX_DENSITY = 2;

const newQueue = (): PaintQueue => new PaintQueue(Math.min(pixelRatio(), MAX_DENSITY));

export type DrawingTools = ReturnType<Surface["tools"]>;

/** A canvas with its renderer, on which a drawing is built and displayed. */
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

  /** Starts a renderer. Rejects if the browser does not support it. */
  static async create(kind: RendererKind, RendererOfKind: RendererClass): Promise<Surface> {
    const queue = newQueue();
    const renderer = new RendererOfKind();
    await renderer.init({
      width: 1,
      height: 1,
      resolution: queue.density,
      autoDensity: true,
      // Painted textures already have smooth edges.
      antialias: false,
      backgroundColor: palette.night,
      // A plate always covers the canvas.
      clearBeforeRender: kind === "webgl",
      // Pixi's accessibility, DOM and event systems are unused, because the HUD provides everything as text.
      skipExtensionImports: true,
      powerPreference: "low-power",
    });
    // The types of Pixi 8.22 include only the ready-made renderers.
    return new Surface(kind, renderer as unknown as Renderer, queue);
  }

  /** Whether drawing uses the CPU, which makes every frame expensive. */
  get isSoftware(): boolean {
    return this.kind === "canvas" || !hasGpu();
  }

  /**
   * Adapts to the screen's pixel ratio, which changes when the page is zoomed or moved to another screen. Returns
   * whether the ratio changed; if so, the drawing is destroyed and must be built again.
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

  /** The tools for drawings on this surface; `changed` is called when a part must be redrawn. */
  tools(accent: string, changed: () => void) {
    const queue = this.#queue;
    return {
      /** The colour of inlaid lines, `#rrggbb`: the operator's accent, or gold. */
      accent,
      /** Device pixels per CSS pixel. */
      density: queue.density,
      /** Requests a redraw, because a part has loaded. */
      changed,
      group: () => new Group(),
      picture: () => new Picture(queue),
      light: () => new Picture(queue, true),
      label: () => new Label(queue),
      widthOf: measure,
    };
  }

  mount(node: SceneNode): void {
    this.#clear();
    this.#root.addChild(node.container);
  }

  resize({ width, height }: Size): void {
    this.#renderer.resize(width, height);
  }

  render(): void {
    this.#queue.paintVisible();
    this.#renderer.render(this.#root);
    Ticker.system.update();
  }

  #clear(): void {
    for (const child of this.#root.removeChildren()) {
      child.destroy({ children: true });
    }
  }

  /** Releases the renderer and, immediately, its WebGL context, because browsers allow only about sixteen per page. */
  destroy(): void {
    this.canvas.remove();
    this.#queue.destroy();
    // Destroying the drawing can throw if the drawing itself failed.
    try {
      this.#clear();
      this.#root.destroy();
    } finally {
      this.#renderer.destroy({ removeView: true });
    }
  }
}
