import type { GameWords } from "../../src/i18n/game-words.ts";
import { palette } from "../../src/look/palette.ts";
import type { BetsLayer, BetsPose } from "./bets/bets-on-felt.ts";
import { FittedCanvas } from "./fitted-canvas.ts";
import type { RendererKind } from "./gpu.ts";
import { beatAt } from "./pacing.ts";
import type { DrawingTools, Surface } from "./pixi/surface.ts";
import type { Drawing, Play, Scene, Size } from "./scene.ts";

export interface StageOptions {
  /** Destroys the stage when it is aborted. */
  signal: AbortSignal;
  /** Shows every state without motion, as it comes to rest. */
  motionless?: boolean;
  /** Initial value of `Stage.paused`. */
  paused?: boolean;
  /** The operator's accent, `#rrggbb`; gold if omitted. */
  accent?: string | undefined;
  /** The renderers to try, in order, however slow. If omitted: WebGL if there is a GPU, then the 2D canvas. */
  renderers?: readonly RendererKind[];
  onFrame?: () => void;
  /** Called with a frame's error. The stage recovers automatically, unless its last renderer has failed (`isOver`). */
  onFault?: (error: unknown, isOver: boolean) => void;
}

interface WholePose {
  scene: unknown;
  bets: BetsPose | undefined;
}

/** A scene's drawing with its bets. It is replaced as a whole when the surface, accent or language changes. */
interface WholeDrawing {
  tools: DrawingTools;
  scene: Drawing<unknown>;
  /** Built once there is a bets layer. */
  bets?: ReturnType<BetsLayer["build"]>;
}

/** The state on the stage, and how far its phase has run. */
interface TimedView {
  view: Play;
  readElapsedMs: () => number;
}

/** Wait between frames while bets are open and software draws, in ms. Half the frames are enough, and spare a phone. */
const CALM_MS = 30;
/** The wait after a frame that changed nothing. */
const IDLE_MS = 75;

/** A second fault within this time is blamed on the renderer, and the next renderer takes over. */
const SECOND_FAULT_MS = 10_000;

/** Plays a scene on a canvas. It draws only while something moves. */
export class Stage {
  /** Nothing is drawn while the stage is not visible. Applies from the next `show`. */
  visible = true;
  /** Whether states are paused from the time of `show`; applies from the next `show`. */
  paused: boolean;
  readonly #canvas: FittedCanvas;
  readonly #scene: Scene<unknown, unknown>;
  readonly #onFrame: () => void;
  readonly #onFault: (error: unknown, isOver: boolean) => void;
  #motionless: boolean;
  #accent: string | undefined;
  #bets: BetsLayer | undefined;
  #drawing: WholeDrawing | undefined;
  #words: GameWords | undefined;
  #current: TimedView | undefined;
  #pose: WholePose | undefined;
  #size: Size | undefined;
  #lastFault: { atMs: number; error: unknown } | undefined;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #framesDrawn = 0;

  private constructor(host: HTMLElement, scene: Scene<unknown, unknown>, options: StageOptions) {
    this.#scene = scene;
    this.#accent = options.accent;
    this.#motionless = options.motionless ?? false;
    this.paused = options.paused ?? false;
    this.#onFrame = options.onFrame ?? (() => {});
    this.#onFault = options.onFault ?? (() => {});
    this.#canvas = new FittedCanvas(host, options.renderers, {
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
   * Creates a stage in `host`, whose size must not depend on its content.
   *
   * Rejects with a `NoRendererError` if there is no renderer, or with the signal's reason if it is aborted
   * meanwhile.
   */
  static async create<Outcome, Pose>(
    host: HTMLElement,
    scene: Scene<Outcome, Pose>,
    options: StageOptions,
  ): Promise<Stage> {
    const { signal } = options;
    signal.throwIfAborted();
    // The cast is safe because `show` receives only views of the scene's own game.
    const stage = new Stage(host, scene as Scene<unknown, unknown>, options);
    signal.addEventListener("abort", () => stage.destroy(), { once: true });
    await stage.#canvas.open(signal);
    return stage;
  }

  get framesDrawn(): number {
    return this.#framesDrawn;
  }

  get renderer(): RendererKind | undefined {
    return this.#canvas.renderer;
  }

  /** Whether to show every state without motion, as it comes to rest. Can be changed at any time. */
  set motionless(motionless: boolean) {
    if (motionless !== this.#motionless) {
      this.#motionless = motionless;
      this.#play();
    }
  }

  /** The operator's accent, `#rrggbb`. Can be changed at any time. */
  set accent(accent: string | undefined) {
    if (accent !== this.#accent) {
      this.#accent = accent;
      this.#drawing = undefined;
      this.#play();
    }
  }

  /**
   * Shows a state. `readElapsedMs` returns how far its phase has run on the server's clock. It is called once per frame
   * until the scene rests.
   */
  show(view: Play, readElapsedMs: () => number): void {
    this.#current = { view, readElapsedMs };
    this.#play();
  }

  /** Adds the bets layer to the picture. It cannot be removed. */
  addBets(layer: BetsLayer): void {
    this.#bets = layer;
    this.#play();
  }

  /** Removes the canvas and releases the renderer. Safe to call twice. */
  destroy(): void {
    this.#pause();
    this.#current = undefined;
    this.#canvas.destroy();
  }

  #pause(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }

  /** Draws now, and continues while something moves. Errors are caught. */
  #play(): void {
    this.#pause();
    this.#canvas.refit();
    const [{ surface }, current] = [this.#canvas, this.#current];
    if (!surface || !current || (!this.visible && this.#drawing)) {
      return;
    }
    try {
      this.#playFrames(surface, current);
    } catch (error) {
      this.#recover(error);
    }
  }

  /** Rebuilds the drawing, and after a second fault also replaces the renderer. */
  #recover(error: unknown): void {
    this.#pause();
    this.#drawing = undefined;
    const atMs = performance.now();
    const isSecond = this.#lastFault !== undefined && atMs - this.#lastFault.atMs < SECOND_FAULT_MS;
    this.#lastFault = { atMs, error };
    if (isSecond) {
      this.#canvas.fallBack();
    } else {
      this.#onFault(error, false);
      this.#frame = requestAnimationFrame(() => this.#play());
    }
  }

  #playFrames(surface: Surface, { view, readElapsedMs }: TimedView): void {
    const restsAfterMs = Math.max(
      this.#scene.restsAfterMs(view),
      this.#bets?.restsAfterMs(view) ?? 0,
    );
    const later = this.#scene.movesAgain?.(view);
    const elapsedMs = Math.max(0, readElapsedMs());
    if (this.#motionless) {
      const leftMs = (later?.fromMs ?? 0) - elapsedMs;
      const beforeMs = this.#scene.motionlessMs?.(view) ?? later?.fromMs ?? restsAfterMs;
      this.#draw(
        surface,
        view,
        later && leftMs <= 0 ? later.toMs : Math.min(restsAfterMs, beforeMs),
      );
      if (leftMs > 0) {
        this.#timer = setTimeout(() => this.#play(), leftMs);
      }
      return;
    }
    const { poseAtMs, waitMs } = beatAt(elapsedMs, restsAfterMs, later);
    const hasChanged = this.#draw(surface, view, poseAtMs);
    if (this.paused || !this.visible || waitMs === null) {
      return;
    }
    const isCalm = surface.isSoftware && view.state.phase === "betting";
    if (waitMs === 0 && !isCalm) {
      this.#frame = requestAnimationFrame(() => this.#play());
    } else {
      this.#timer = setTimeout(
        () => (this.#frame = requestAnimationFrame(() => this.#play())),
        Math.max(waitMs, hasChanged ? CALM_MS : IDLE_MS),
      );
    }
  }

  /** Draws one frame, unless it would look the same as the last one. Returns whether it looks different. */
  #draw(surface: Surface, view: Play, elapsedMs: number): boolean {
    const scene = this.#scene.pose(view, elapsedMs);
    const pose: WholePose = { scene, bets: this.#bets?.pose(view, elapsedMs, scene) };
    const { size } = this.#canvas;
    if (this.#words !== view.words) {
      this.#drawing = undefined;
      this.#words = view.words;
    }
    if (this.#drawing && this.#size === size && samePose(pose, this.#pose)) {
      return false;
    }
    if (!this.#drawing) {
      const tools = surface.tools(this.#accent ?? palette.gold, () => {
        this.#pose = undefined;
        this.#play();
      });
      this.#drawing = { tools, scene: this.#scene.build(tools, view) };
      this.#size = undefined;
      surface.mount(this.#drawing.scene.root);
    }
    const drawing = this.#drawing;
    if (this.#size !== size) {
      drawing.scene.resize(size);
      drawing.bets?.resize(size);
    }
    [this.#pose, this.#size] = [pose, size];
    drawing.scene.show(pose.scene);
    if (this.#bets && !drawing.bets) {
      drawing.bets = this.#bets.build(drawing.tools, drawing.scene);
      drawing.bets.resize(size);
    }
    if (pose.bets) {
      drawing.bets?.show(pose.bets);
    }
    if (drawing.scene.isReady === false) {
      // The page shows the first paint until the drawing is ready.
      return true;
    }
    surface.render();
    this.#framesDrawn += 1;
    this.#onFrame();
    return true;
  }
}

/** Whether two poses, trees of plain values, are equal. */
function samePose(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) {
    return true;
  }
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) {
    return false;
  }
  const [ones, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    ones.length === others.size &&
    ones.every(([key, value]) => others.has(key) && samePose(value, others.get(key)))
  );
}
