import { Container, Ticker } from "pixi.js";
import type { CanvasOptions, Renderer, WebGLOptions } from "pixi.js";
import { palette } from "../../../src/look/palette.ts";
import { hasGpu } from "../gpu.ts";
import type { RendererKind } from "../gpu.ts";
import type { Kit, Node } from "../kit.ts";
import type { Size } from "../scene.ts";
import type { Look } from "../theme.ts";
import { PixiBall } from "./ball.ts";
import { CardStocks } from "./card-stock.ts";
import { PixiCard } from "./card.ts";
import { PixiGlyphAtlas } from "./glyph-atlas.ts";
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

/** Sharper than this is not seen at arm's length, and costs four times the pixels of 1. */
const MAX_DENSITY = 2;

function screenDensity(): number {
  return Math.min(globalThis.devicePixelRatio || 1, MAX_DENSITY);
}

/** A canvas with a renderer: what a drawing is built for and shown on. */
export class Surface {
  readonly kind: RendererKind;
  /** Device pixels for each CSS pixel. */
  readonly density: number;
  readonly canvas: HTMLCanvasElement;
  readonly #renderer: Renderer;
  readonly #root = new Container();
  readonly #queue: PaintQueue;

  private constructor(kind: RendererKind, density: number, renderer: Renderer) {
    this.kind = kind;
    this.density = density;
    this.#renderer = renderer;
    this.#queue = new PaintQueue(density);
    this.canvas = renderer.canvas;
    this.canvas.setAttribute("aria-hidden", "true");
    this.canvas.style.display = "block";
  }

  /** Starts a renderer of a kind. Rejects when the browser has none. */
  static async create(kind: RendererKind, RendererOfKind: RendererClass): Promise<Surface> {
    const density = screenDensity();
    const renderer = new RendererOfKind();
    await renderer.init({
      width: 1,
      height: 1,
      resolution: density,
      autoDensity: true,
      // Painted textures have smooth edges of their own.
      antialias: false,
      backgroundColor: palette.night,
      // Accessibility, DOM and events are not used: the hud says everything in words.
      skipExtensionImports: true,
      powerPreference: "low-power",
    });
    // The types of 8.22 know no renderers but the ready-made ones.
    return new Surface(kind, density, renderer as unknown as Renderer);
  }

  /** Whether the processor does the drawing: then every frame is dear. */
  get isSoftware(): boolean {
    return this.kind === "canvas" || !hasGpu();
  }

  /** Whether the screen's density is another by now: the page was zoomed, or moved to another screen. */
  get isOutdated(): boolean {
    return this.density !== screenDensity();
  }

  /** The parts that a drawing on this surface is made of. */
  kit(look: Look): Kit {
    const queue = this.#queue;
    const stocks = new CardStocks(queue);
    return {
      look,
      accent: look.accent,
      group: () => new PixiGroup(),
      picture: () => new PixiPicture(queue),
      light: () => new PixiPicture(queue, look.addsLight),
      label: () => new PixiLabel(queue),
      glyphs: (signs) => new PixiGlyphAtlas(queue, signs),
      widthOf: measure,
      card: () => new PixiCard(stocks),
      ball: (mark, bare) => new PixiBall(queue, mark, bare),
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
    this.#queue.paintSeen();
    this.#renderer.render(this.#root);
    Ticker.system.update();
  }

  #clear(): void {
    for (const child of this.#root.removeChildren()) {
      child.destroy({ children: true });
    }
  }

  /** Gives the renderer back, its WebGL context at once: browsers allow about sixteen on a page. */
  destroy(): void {
    this.#clear();
    this.#queue.destroy();
    this.#root.destroy();
    this.#renderer.destroy({ removeView: true });
  }
}
