import { Container, Ticker } from "pixi.js";
import type { Renderer } from "pixi.js";
import { PixiBall } from "./ball.ts";
import { PixiCard } from "./card.ts";
import { CardStocks } from "./card-stock.ts";
import { Easel } from "./easel.ts";
import type { Kit, Node } from "../kit.ts";
import type { Look } from "../looks.ts";
import { containerOf, PixiGroup, PixiLabel, PixiPicture } from "./nodes.ts";
import { palette } from "../../../src/hud/tokens.ts";
import type { Size } from "../scene.ts";

/** What draws: a GPU, or the browser's own 2D context. */
export type RendererKind = "webgl" | "canvas";

// Left alone, Pixi's housekeeping asks for an animation frame for ever, which costs a twelfth of a core
// on a page where nothing moves. It is run after our own frames instead.
Ticker.system.autoStart = false;
Ticker.system.stop();

/** Sharper than this is not seen at arm's length, and costs four times the pixels of 1. */
const MAX_DENSITY = 2;

/** What renderers without a GPU are called: Chromium's, Mesa's, Microsoft's and Apple's. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|software/i;

/**
 * Whether a GPU does the drawing. Where software has to stand in for one, the 2D canvas is the better
 * choice: the race at 830 x 440 took 1.9 cores by WebGL on SwiftShader, and 0.3 by the 2D canvas, which
 * drew more frames.
 */
function probeGpu(): boolean {
  const context = document
    .createElement("canvas")
    .getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!context) {
    return false;
  }
  // Chromium does not count SwiftShader as a caveat where there is nothing else, so the name tells.
  const names = context.getExtension("WEBGL_debug_renderer_info");
  const name = String(context.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
  // Contexts are few: this one goes back at once.
  context.getExtension("WEBGL_lose_context")?.loseContext();
  return !SOFTWARE.test(name);
}

/** The answer, once asked: every probe takes a context, and twenty tables on a page are short of them. */
let gpu: boolean | undefined;

function hasGpu(): boolean {
  gpu ??= probeGpu();
  return gpu;
}

async function rendererOf(kind: RendererKind, density: number): Promise<Renderer> {
  const common = {
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
  } as const;
  if (kind === "webgl") {
    const { WebGLRenderer } = await import("./renderer-webgl.ts");
    const renderer = new WebGLRenderer();
    await renderer.init(common);
    // The types of 8.22 know no renderer but the ready-made ones.
    return renderer as unknown as Renderer;
  }
  const { CanvasRenderer } = await import("./renderer-canvas.ts");
  const renderer = new CanvasRenderer();
  await renderer.init(common);
  return renderer as unknown as Renderer;
}

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
  readonly #easel: Easel;

  private constructor(kind: RendererKind, density: number, renderer: Renderer) {
    this.kind = kind;
    this.density = density;
    this.#renderer = renderer;
    this.#easel = new Easel(density);
    this.canvas = renderer.canvas;
    this.canvas.setAttribute("aria-hidden", "true");
    this.canvas.style.display = "block";
  }

  /**
   * Gets a renderer of a kind. Rejects when the browser has none; unless `software` will do, also when
   * there is no GPU for WebGL.
   */
  static async create(kind: RendererKind, software: boolean): Promise<Surface> {
    if (kind === "webgl" && !software && !hasGpu()) {
      throw new Error("There is no GPU for WebGL.");
    }
    const density = screenDensity();
    return new Surface(kind, density, await rendererOf(kind, density));
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
  kit(look: Look, accent: string): Kit {
    const easel = this.#easel;
    const stocks = new CardStocks(easel);
    return {
      look,
      accent,
      group: () => new PixiGroup(),
      picture: () => new PixiPicture(easel),
      light: () => new PixiPicture(easel, look.addsLight),
      label: () => new PixiLabel(easel),
      card: () => new PixiCard(stocks),
      ball: (mark) => new PixiBall(easel, mark),
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
    this.#easel.paintSeen();
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
    this.#easel.destroy();
    this.#root.destroy();
    this.#renderer.destroy({ removeView: true });
  }
}
