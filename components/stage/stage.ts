import type { GameWords } from "../../src/i18n/game-words.ts";
import { palette } from "../../src/look/palette.ts";
import { WholeDrawing } from "./extras.ts";
import type { AnyExtras, WholePose } from "./extras.ts";
import type { RendererKind } from "./gpu.ts";
import { beatAt } from "./pacing.ts";
import type { Surface } from "./pixi/surface.ts";
import { samePose } from "./same-pose.ts";
import type { Play, Scene, Size } from "./scene.ts";
import { Screen } from "./screen.ts";

/** How a stage is set up. */
export interface StageOptions {
  /** Ends the stage, whether it is still being made or has long been running. */
  signal: AbortSignal;
  /** No motion: every state is shown as it comes to rest. */
  still?: boolean;
  /** Every state stands at the moment it was shown at: nothing plays on from there. */
  held?: boolean;
  /** The operator's own accent, `#rrggbb`; gold when left out. */
  accent?: string | undefined;
  /**
   * Which renderers to try, in this order, however slow. When left out: WebGL where a GPU does it, then
   * the 2D canvas.
   */
  renderers?: readonly RendererKind[];
  /** Gets what each drawn frame took of the page's own time, in ms. */
  onFrame?: (frameMs: number) => void;
  /**
   * Gets what a frame has thrown, once. The stage recovers by itself; if `isOver`, it cannot, and has ended: its
   * last renderer is gone.
   */
  onFault?: (error: unknown, isOver: boolean) => void;
}

/** What is on show: a state, and the server's clock on it. */
interface Shown {
  view: Play;
  elapsedMs: () => number;
}

/** How often a picture at rest is looked at while its light lives on: on a GPU, and in software. */
const GPU_STEP_MS = 50;
const SOFTWARE_STEP_MS = 1_000;
/** Between frames while bets are taken and software draws, in ms: half as many are enough, and spare a phone. */
const CALM_MS = 30;

/** A second fault within this time is the renderer's: the next one takes over. */
const SECOND_FAULT_MS = 10_000;

/**
 * A scene played on a screen: it draws only while something moves, and lets go of everything at the
 * end.
 */
export class Stage {
  /** Whether anybody sees it, from the next `show` on. If not, what was drawn last stays as it is. */
  seen = true;
  /** Whether every state stands at the moment it was shown at, from the next `show` on. */
  held: boolean;
  readonly #screen: Screen;
  readonly #scene: Scene<unknown, unknown>;
  readonly #onFrame: (frameMs: number) => void;
  readonly #onFault: (error: unknown, isOver: boolean) => void;
  #still: boolean;
  #accent: string | undefined;
  readonly #extras: AnyExtras[] = [];
  #drawing: WholeDrawing | undefined;
  /** The words that the drawing is lettered with. */
  #words: GameWords | undefined;
  #shown: Shown | undefined;
  /** What the drawing shows, and at which size. */
  #pose: WholePose | undefined;
  #size: Size | undefined;
  #lastFault: { atMs: number; error: unknown } | undefined;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #framesDrawn = 0;

  private constructor(host: HTMLElement, scene: Scene<unknown, unknown>, options: StageOptions) {
    this.#scene = scene;
    this.#accent = options.accent;
    this.#still = options.still ?? false;
    this.held = options.held ?? false;
    this.#onFrame = options.onFrame ?? (() => {});
    this.#onFault = options.onFault ?? (() => {});
    this.#screen = new Screen(host, options.renderers, {
      cleared: () => {
        this.#pause();
        this.#drawing = undefined;
      },
      resized: () => this.#play(),
      failed: () => {
        const error = this.#lastFault?.error ?? new Error("The renderer was lost.");
        this.destroy();
        this.#onFault(error, true);
      },
    });
  }

  /**
   * Makes a stage in `host`, which has a size of its own that does not depend on its content.
   *
   * Rejects with a `NoRendererError` when nothing can draw, and with the signal's reason when it
   * is aborted on the way; nothing is left behind then.
   */
  static async create<Outcome, Pose>(
    host: HTMLElement,
    scene: Scene<Outcome, Pose>,
    options: StageOptions,
  ): Promise<Stage> {
    const { signal } = options;
    signal.throwIfAborted();
    // A stage shows what its scene's game says; which game that is, no type knows from here on.
    const stage = new Stage(host, scene as Scene<unknown, unknown>, options);
    signal.addEventListener("abort", () => stage.destroy(), { once: true });
    await stage.#screen.open(signal);
    return stage;
  }

  /** Frames drawn so far. */
  get framesDrawn(): number {
    return this.#framesDrawn;
  }

  /** What draws at present. */
  get renderer(): RendererKind | undefined {
    return this.#screen.renderer;
  }

  /** No motion: every state is shown as it comes to rest. May be changed at any time. */
  set still(still: boolean) {
    if (still !== this.#still) {
      this.#still = still;
      this.#play();
    }
  }

  /** The operator's own accent, `#rrggbb`. May be changed at any time. */
  set accent(accent: string | undefined) {
    if (accent !== this.#accent) {
      this.#accent = accent;
      this.#drawing = undefined;
      this.#play();
    }
  }

  /**
   * Shows a state. `elapsedMs`: by the server's clock, how far the state's phase has run; it is
   * asked once a frame until the scene rests, and once a step while its light lives on.
   */
  show(view: Play, elapsedMs: () => number): void {
    this.#shown = { view, elapsedMs };
    this.#play();
  }

  /** Adds parts to the picture besides those of its scene; never taken away. */
  add(extras: AnyExtras): void {
    this.#extras.push(extras);
    this.#play();
  }

  /** Removes the canvas and releases the renderer. Safe to call twice. */
  destroy(): void {
    this.#pause();
    this.#shown = undefined;
    this.#screen.destroy();
  }

  /** No frame is on its way after this. */
  #pause(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }

  /** Draws now, and on while something moves. What a frame throws never ends the table. */
  #play(): void {
    this.#pause();
    this.#screen.refit();
    const [{ surface }, shown] = [this.#screen, this.#shown];
    if (!surface || !shown || (!this.seen && this.#drawing)) {
      return;
    }
    try {
      this.#playOn(surface, shown);
    } catch (error) {
      this.#recover(error);
    }
  }

  /** Has everything built again, and by another renderer if that did not help. */
  #recover(error: unknown): void {
    this.#pause();
    this.#drawing = undefined;
    const atMs = performance.now();
    const isSecond = this.#lastFault !== undefined && atMs - this.#lastFault.atMs < SECOND_FAULT_MS;
    this.#lastFault = { atMs, error };
    if (isSecond) {
      this.#screen.fallBack();
    } else {
      this.#onFault(error, false);
      this.#frame = requestAnimationFrame(() => this.#play());
    }
  }

  #playOn(surface: Surface, { view, elapsedMs: elapsedMsOf }: Shown): void {
    const restsAfterMs = Math.max(
      this.#scene.restsAfterMs(view),
      ...this.#extras.map((extras) => extras.restsAfterMs?.(view) ?? 0),
    );
    const again = this.#scene.movesAgain?.(view);
    const elapsedMs = Math.max(0, elapsedMsOf());
    if (this.#still) {
      const leftMs = (again?.fromMs ?? 0) - elapsedMs;
      const beforeMs = this.#scene.stillMs?.(view) ?? again?.fromMs ?? restsAfterMs;
      this.#draw(
        surface,
        view,
        again && leftMs <= 0 ? again.toMs : Math.min(restsAfterMs, beforeMs),
      );
      if (leftMs > 0) {
        this.#timer = setTimeout(() => this.#play(), leftMs);
      }
      return;
    }
    const { poseAtMs, waitMs } = beatAt(elapsedMs, {
      restsAfterMs,
      livesUntilMs: this.#scene.livesUntilMs?.(view) ?? 0,
      stepMs: surface.isSoftware ? SOFTWARE_STEP_MS : GPU_STEP_MS,
      again,
    });
    this.#draw(surface, view, poseAtMs);
    if (this.held || !this.seen || waitMs === null) {
      return;
    }
    const isCalm = surface.isSoftware && view.state.phase === "betting";
    if (waitMs === 0 && !isCalm) {
      this.#frame = requestAnimationFrame(() => this.#play());
    } else {
      this.#timer = setTimeout(
        () => (this.#frame = requestAnimationFrame(() => this.#play())),
        Math.max(waitMs, CALM_MS),
      );
    }
  }

  /** Draws one frame, unless it would show what is shown already: between two moves nothing moves. */
  #draw(surface: Surface, view: Play, elapsedMs: number): void {
    const startMs = performance.now();
    const scene = this.#scene.pose(view, elapsedMs);
    const extras = this.#extras.map((more) => more.pose(view, elapsedMs, scene));
    const pose: WholePose = { scene, extras };
    const { size } = this.#screen;
    if (this.#words !== view.words) {
      this.#drawing = undefined;
      this.#words = view.words;
    }
    if (this.#drawing && this.#size === size && samePose(pose, this.#pose)) {
      return;
    }
    if (!this.#drawing) {
      const kit = surface.kit(this.#accent ?? palette.gold, () => {
        this.#pose = undefined;
        this.#play();
      });
      this.#drawing = new WholeDrawing(this.#scene, kit, view);
      surface.mount(this.#drawing.root);
    }
    [this.#pose, this.#size] = [pose, size];
    this.#drawing.show(pose, size, this.#extras, view);
    if (!this.#drawing.isReady) {
      // What the page has shown so far stays.
      return;
    }
    surface.render();
    this.#framesDrawn += 1;
    this.#onFrame(performance.now() - startMs);
  }
}
