import { Container, Ticker } from "pixi.js";
import type { CanvasOptions, Renderer, WebGLOptions } from "pixi.js";
import { palette } from "../../../src/look/palette.ts";
import { detailOf } from "../detail.ts";
import { hasGpu } from "../gpu.ts";
import type { RendererKind } from "../gpu.ts";
import type { Kit, Node } from "../kit.ts";
import type { Size } from "../scene.ts";
import type { Look } from "../theme.ts";
import type { Tier } from "../tier.ts";
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

/** As sharp as the screen; sharper than 2 is not seen at arm's length, and costs four times the pixels of 1. */
function densityOf(kind: RendererKind, tier: Tier): number {
  return Math.min(globalThis.devicePixelRatio || 1, detailOf(tier, kind).density);
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

  private constructor(kind: RendererKind, tier: Tier, renderer: Renderer) {
    this.kind = kind;
    this.density = densityOf(kind, tier);
    this.#renderer = renderer;
    this.#queue = new PaintQueue(this.density, detailOf(tier, kind));
    this.canvas = renderer.canvas;
    this.canvas.setAttribute("aria-hidden", "true");
    this.canvas.style.display = "block";
  }

  /** Starts a renderer of a kind, for a tier of detail. Rejects when the browser has none. */
  static async create(
    kind: RendererKind,
    RendererOfKind: RendererClass,
    tier: Tier,
  ): Promise<Surface> {
    const renderer = new RendererOfKind();
    await renderer.init({
      width: 1,
      height: 1,
      resolution: densityOf(kind, tier),
      autoDensity: true,
      // Painted textures have smooth edges of their own.
      antialias: false,
      backgroundColor: palette.night,
      // Accessibility, DOM and events are not used: the hud says everything in words.
      skipExtensionImports: true,
      powerPreference: "low-power",
    });
    // The types of 8.22 know no renderers but the ready-made ones.
    return new Surface(kind, tier, renderer as unknown as Renderer);
  }

  /** Whether the processor does the drawing: then every frame is dear. */
  get isSoftware(): boolean {
    return this.kind === "canvas" || !hasGpu();
  }

  /** How finely it is drawn from the next frame on; what is painted already stays as it is. */
  set tier(tier: Tier) {
    this.#queue.detail = detailOf(tier, this.kind);
  }

  /**
   * Whether it should have another density by now: the page was zoomed, or moved to another screen, or the tier
   * of detail is another.
   */
  get isOutdated(): boolean {
    return this.density !== densityOf(this.kind, this.#queue.detail.tier);
  }

  /** The parts that a drawing on this surface is made of. */
  kit(look: Look): Kit {
    const queue = this.#queue;
    const stocks = new CardStocks(queue, look.cardBack);
    return {
      look,
      accent: look.accent,
      density: this.density,
      get detail() {
        return queue.detail;
      },
      group: () => new PixiGroup(),
      picture: () => new PixiPicture(queue),
      light: () => new PixiPicture(queue, look.addsLight),
      label: () => new PixiLabel(queue),
      glyphs: (signs) => new PixiGlyphAtlas(queue, signs),
      widthOf: measure,
      card: () => new PixiCard(stocks),
      part: (make) => make({ queue, look, canvas: this.canvas, draw: () => this.#draw() }),
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
    this.#draw();
    Ticker.system.update();
  }

  /** Draws the picture as it is posed now, with all that is seen of it painted. */
  #draw(): void {
    this.#queue.paintSeen();
    this.#renderer.render(this.#root);
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
