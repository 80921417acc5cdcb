import { palette } from "../../src/hud/tokens.ts";
import type { GameWords } from "../../src/i18n/words.ts";
import type { SceneView } from "../../src/view.ts";
import type { RendererKind, Surface } from "./pixi/surface.ts";
import type { Drawing, Scene, Size } from "./scene.ts";
import { samePose } from "./same-pose.ts";

/** No renderer could be had, neither WebGL nor a 2D canvas: say the table in words instead. */
export class NoRendererError extends Error {
  override name = "NoRendererError";
}

/** How a stage is set up. */
export interface StageOptions {
  /** Ends the stage, whether it is still being made or has long been running. */
  signal: AbortSignal;
  /** No motion: every state is shown as it comes to rest. */
  still?: boolean;
  /** The colour of inlaid lines, `#rrggbb`; gold when left out. */
  accent?: string;
  /**
   * Which renderers to try, in this order, however slow. When left out: WebGL where a GPU does it, then
   * the 2D canvas.
   */
  renderers?: readonly RendererKind[];
}

/** What is on show: a state, and the server's clock on it. */
interface Shown {
  view: SceneView;
  elapsedMs: () => number;
}

/** A second lost context within this time means a sick GPU: the 2D canvas takes over. */
const SECOND_LOSS_MS = 60_000;

/** Gets the first renderer that the browser has; a slow one only when `software` will do. */
async function surfaceOf(kinds: readonly RendererKind[], software: boolean): Promise<Surface> {
  const { Surface } = await import("./pixi/surface.ts");
  const reasons: unknown[] = [];
  for (const kind of kinds) {
    try {
      return await Surface.create(kind, software);
    } catch (reason) {
      reasons.push(reason);
    }
  }
  throw new NoRendererError("No renderer could be had.", { cause: reasons });
}

/**
 * The life of a drawing on a page: it gets a renderer, draws only while something moves, fits the
 * drawing to its host, and lets go of everything at the end.
 */
export class Stage {
  readonly #host: HTMLElement;
  readonly #scene: Scene<unknown, unknown>;
  readonly #accent: string;
  readonly #signal: AbortSignal;
  readonly #resizes: ResizeObserver;
  readonly #software: boolean;
  #renderers: readonly RendererKind[];
  #still: boolean;
  #surface: Surface | undefined;
  #drawing: Drawing<unknown> | undefined;
  /** The words that the drawing is lettered with. */
  #words: GameWords | undefined;
  #shown: Shown | undefined;
  #pose: unknown;
  #size: Size = { width: 0, height: 0 };
  #frame = 0;
  #framesDrawn = 0;
  #lostAtMs = Number.NEGATIVE_INFINITY;
  #destroyed = false;

  private constructor(host: HTMLElement, scene: Scene<unknown, unknown>, options: StageOptions) {
    this.#host = host;
    this.#scene = scene;
    this.#signal = options.signal;
    this.#accent = options.accent ?? palette.gold;
    this.#still = options.still ?? false;
    this.#software = options.renderers !== undefined;
    this.#renderers = options.renderers ?? ["webgl", "canvas"];
    this.#resizes = new ResizeObserver(() => this.#fit());
  }

  /**
   * Makes a stage in `host`, which has a size of its own that does not hang on its content.
   *
   * Rejects with {@link NoRendererError} when nothing can draw, and with the signal's reason when it
   * is aborted on the way; nothing is left behind then.
   */
  static async create<Outcome, Pose>(
    host: HTMLElement,
    scene: Scene<Outcome, Pose>,
    options: StageOptions,
  ): Promise<Stage> {
    options.signal.throwIfAborted();
    // A stage shows what its scene's game says; which game that is, no type knows from here on.
    const stage = new Stage(host, scene as Scene<unknown, unknown>, options);
    await stage.#start();
    options.signal.addEventListener("abort", () => stage.destroy(), { once: true });
    stage.#resizes.observe(host);
    return stage;
  }

  /** Frames drawn so far. */
  get framesDrawn(): number {
    return this.#framesDrawn;
  }

  /** What draws at present. */
  get renderer(): RendererKind | undefined {
    return this.#surface?.kind;
  }

  /** No motion: every state is shown as it comes to rest. May be changed at any time. */
  get still(): boolean {
    return this.#still;
  }

  set still(still: boolean) {
    this.#still = still;
    this.#play();
  }

  /**
   * Shows a state. `elapsedMs` tells by the server's clock how far the state's phase has run; it is
   * asked once a frame until the scene rests.
   */
  show(view: SceneView, elapsedMs: () => number): void {
    this.#shown = { view, elapsedMs };
    this.#play();
  }

  /** Removes the canvas and releases the renderer. Safe to call twice. */
  destroy(): void {
    if (this.#destroyed) {
      return;
    }
    this.#destroyed = true;
    this.#resizes.disconnect();
    this.#stop();
    this.#shown = undefined;
  }

  /** Gets a renderer and puts its canvas up: at the start, and again when a context was lost. */
  async #start(): Promise<void> {
    const surface = await surfaceOf(this.#renderers, this.#software);
    if (this.#destroyed || this.#signal.aborted) {
      surface.destroy();
      this.#signal.throwIfAborted();
      return;
    }
    this.#surface = surface;
    surface.canvas.addEventListener("webglcontextlost", this.#onLost);
    this.#host.append(surface.canvas);
    this.#fit();
  }

  /** Lets go of canvas and renderer; the state on show stays known. */
  #stop(): void {
    cancelAnimationFrame(this.#frame);
    const surface = this.#surface;
    this.#surface = undefined;
    this.#drawing = undefined;
    this.#pose = undefined;
    this.#size = { width: 0, height: 0 };
    // Giving a context back counts as losing it: that is not to be mended.
    surface?.canvas.removeEventListener("webglcontextlost", this.#onLost);
    surface?.destroy();
  }

  /** Pixi waits for the browser to restore a lost context, which it may never do: start anew instead. */
  readonly #onLost = (): void => {
    const nowMs = performance.now();
    if (nowMs - this.#lostAtMs < SECOND_LOSS_MS) {
      this.#renderers = ["canvas"];
    }
    this.#lostAtMs = nowMs;
    this.#restart();
  };

  #restart(): void {
    this.#stop();
    // A browser that has no renderer left keeps the words of the hud; there is nobody to tell here.
    this.#start().catch(() => this.destroy());
  }

  /** Follows the size of the host. A host without a size is left alone until it has one. */
  #fit(): void {
    const size = { width: this.#host.clientWidth, height: this.#host.clientHeight };
    if (!this.#surface || size.width === 0 || size.height === 0) {
      return;
    }
    if (this.#surface.isOutdated) {
      this.#restart();
      return;
    }
    if (size.width !== this.#size.width || size.height !== this.#size.height) {
      this.#size = size;
      this.#surface.resize(size);
      this.#drawing?.resize(size);
      this.#pose = undefined;
    }
    this.#play();
  }

  /**
   * Draws now, and on until the scene rests. The rate is the screen's own: at 60 frames a second the
   * race takes 0.3 of a core in 2D at 830 x 440, for ten seconds of a minute, and a cap would show.
   */
  #play(): void {
    cancelAnimationFrame(this.#frame);
    const shown = this.#shown;
    if (!this.#surface || !shown || this.#size.width === 0) {
      return;
    }
    const restsAfterMs = this.#scene.restsAfterMs(shown.view);
    const elapsedMs = this.#still ? restsAfterMs : Math.max(0, shown.elapsedMs());
    this.#draw(this.#surface, shown.view, elapsedMs);
    if (elapsedMs < restsAfterMs) {
      this.#frame = requestAnimationFrame(() => this.#play());
    }
  }

  /** Draws one frame, unless it would show what is shown already: between two moves nothing moves. */
  #draw(surface: Surface, view: SceneView, elapsedMs: number): void {
    const pose = this.#scene.pose(view, elapsedMs);
    if (this.#words !== view.words) {
      this.#drawing = undefined;
      this.#words = view.words;
    }
    if (this.#drawing && samePose(pose, this.#pose)) {
      return;
    }
    if (!this.#drawing) {
      this.#drawing = this.#scene.build(surface.kit(this.#accent), view);
      surface.mount(this.#drawing.root);
      this.#drawing.resize(this.#size);
    }
    this.#pose = pose;
    this.#drawing.show(pose);
    surface.render();
    this.#framesDrawn += 1;
  }
}
