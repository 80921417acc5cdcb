import type { GameWords } from "../../src/i18n/words.ts";
import { lookIn } from "../../src/look/daylight.ts";
import type { Theme, ThemeColours } from "../../src/look/themes.ts";
import { LateExtras } from "./extras.ts";
import type { AnyExtras } from "./extras.ts";
import type { RendererKind } from "./gpu.ts";
import { MeasuredTier } from "./measured-tier.ts";
import { beatAt } from "./pacing.ts";
import type { Surface } from "./pixi/surface.ts";
import { samePose } from "./same-pose.ts";
import type { Drawing, Play, Scene } from "./scene.ts";
import { Screen } from "./screen.ts";
import { lookOf } from "./theme.ts";
import type { Tier } from "./tier.ts";

/** How a stage is set up. */
export interface StageOptions {
  /** Ends the stage, whether it is still being made or has long been running. */
  signal: AbortSignal;
  /** No motion: every state is shown as it comes to rest. */
  still?: boolean;
  /** Every state stands at the moment it was shown at: nothing plays on from there. */
  held?: boolean;
  /** By which light the table is shown; `dark` when left out. */
  theme?: Theme;
  /** The operator's own colours, `#rrggbb`; the theme's when left out. */
  colours?: Partial<ThemeColours>;
  /**
   * Which renderers to try, in this order, however slow. When left out: WebGL where a GPU does it, then
   * the 2D canvas.
   */
  renderers?: readonly RendererKind[];
  /** How finely it is drawn. When left out, by how fast the frames follow each other. */
  tier?: Tier;
  /** Gets what each drawn frame took of the page's own time, in ms. */
  onFrame?: (frameMs: number) => void;
}

/** What is on show: a state, and the server's clock on it. */
interface Shown {
  view: Play;
  elapsedMs: () => number;
}

/** What in a room changes how a table in it is painted. */
const lightOf = ({ room }: Play): string => (room ? `${room.hour}/${room.board}` : "");

/** How often a picture at rest is looked at while its light lives on: on a GPU, in software, and in software while something small moves. */
const GPU_STEP_MS = 50;
const SOFTWARE_STEP_MS = 1_000;
const STIRRED_STEP_MS = 250;

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
  readonly #tier: MeasuredTier;
  #still: boolean;
  #theme: Theme;
  #colours: Partial<ThemeColours>;
  readonly #extras: LateExtras;
  readonly #destroyed = new AbortController();
  #drawing: Drawing<unknown> | undefined;
  /** The words that the drawing is lettered with. */
  #words: GameWords | undefined;
  /** The light that it was painted in. */
  #light = "";
  #shown: Shown | undefined;
  #pose: unknown;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #framesDrawn = 0;

  private constructor(host: HTMLElement, scene: Scene<unknown, unknown>, options: StageOptions) {
    this.#scene = scene;
    this.#extras = new LateExtras(scene);
    this.#colours = options.colours ?? {};
    this.#theme = options.theme ?? "dark";
    this.#still = options.still ?? false;
    this.held = options.held ?? false;
    this.#onFrame = options.onFrame ?? (() => {});
    this.#tier = new MeasuredTier(options.tier, (tier) => (this.#screen.tier = tier));
    const { tier } = this.#tier;
    this.#screen = new Screen(
      host,
      { renderers: options.renderers, tier },
      {
        cleared: () => {
          this.#pause();
          this.#drawing = undefined;
        },
        resized: (size) => {
          this.#drawing?.resize(size);
          this.#extras.resize(size);
          this.#pose = undefined;
          this.#play();
        },
        // A browser that has no renderer left keeps the words of the hud; nothing is reported here.
        failed: () => this.destroy(),
      },
    );
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

  /** How finely it is drawn at present. */
  get tier(): Tier {
    return this.#tier.tier;
  }

  /** No motion: every state is shown as it comes to rest. May be changed at any time. */
  set still(still: boolean) {
    if (still !== this.#still) {
      this.#still = still;
      this.#play();
    }
  }

  /** By which light the table is shown. May be changed at any time. */
  set theme(theme: Theme) {
    if (theme !== this.#theme) {
      this.#theme = theme;
      this.#drawing = undefined;
      this.#play();
    }
  }

  /** The operator's own colours, `#rrggbb`. May be changed at any time. */
  set colours(colours: Partial<ThemeColours>) {
    if (colours.accent !== this.#colours.accent || colours.felt !== this.#colours.felt) {
      this.#colours = colours;
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
    this.#extras.add(extras);
    this.#play();
  }

  /** Removes the canvas and releases the renderer. Safe to call twice. */
  destroy(): void {
    this.#pause();
    this.#shown = undefined;
    this.#destroyed.abort();
    this.#screen.destroy();
  }

  /** No frame is on its way after this. */
  #pause(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#tier.pause();
  }

  /**
   * Draws now, and on while something moves. The rate is the screen's own: at 60 frames a second the
   * race takes 0.3 of a core in 2D at 830 x 440, for ten seconds of a minute, and a cap would show.
   */
  #play(): void {
    this.#pause();
    const [{ surface }, shown] = [this.#screen, this.#shown];
    if (!surface || !shown || (!this.seen && this.#drawing)) {
      return;
    }
    const { view } = shown;
    const restsAfterMs = Math.max(this.#scene.restsAfterMs(view), this.#extras.restsAfterMs(view));
    const again = this.#scene.movesAgain?.(view);
    const elapsedMs = Math.max(0, shown.elapsedMs());
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
    const stirs = this.#extras.stirs(view, elapsedMs);
    const { isSoftware } = surface;
    const pace = {
      // Where frames are cheap a small movement is drawn in all of them.
      restsAfterMs: stirs && !isSoftware ? Number.POSITIVE_INFINITY : restsAfterMs,
      livesUntilMs: this.#scene.livesUntilMs?.(view) ?? 0,
      stepMs: isSoftware ? SOFTWARE_STEP_MS : GPU_STEP_MS,
      again,
    };
    const beat = beatAt(elapsedMs, pace);
    // The light, which is everywhere, keeps its pace while something small moves.
    const { poseAtMs, waitMs } =
      stirs && isSoftware ? beatAt(elapsedMs, { ...pace, stepMs: STIRRED_STEP_MS }) : beat;
    // Another sharpness takes another canvas: that is not seen while nothing moves.
    if (waitMs !== 0 && this.#screen.refit()) {
      return;
    }
    this.#draw(surface, view, beat.poseAtMs, poseAtMs);
    if (this.held || !this.seen || waitMs === null) {
      return;
    }
    if (waitMs === 0) {
      this.#frame = requestAnimationFrame((atMs) => this.#playOn(atMs));
    } else {
      this.#timer = setTimeout(
        () => (this.#frame = requestAnimationFrame(() => this.#play())),
        waitMs,
      );
    }
  }

  /** The next frame of a movement: the time since the last one tells how much this machine can draw. */
  #playOn(atMs: number): void {
    this.#tier.beforeFrame(atMs);
    this.#play();
    // Not before: playing begins with a pause.
    this.#tier.afterFrame(atMs);
  }

  /**
   * Draws one frame, with the extras at a moment of their own, unless it would show what is shown already: between
   * two moves nothing moves.
   */
  #draw(surface: Surface, view: Play, elapsedMs: number, extrasMs = elapsedMs): void {
    const startMs = performance.now();
    const scene = this.#scene.pose(view, elapsedMs);
    const pose = { scene, extras: this.#extras.pose(view, extrasMs, scene) };
    const light = lightOf(view);
    if (this.#words !== view.words || this.#light !== light) {
      this.#drawing = undefined;
      [this.#words, this.#light] = [view.words, light];
    }
    if (this.#drawing && samePose(pose, this.#pose)) {
      return;
    }
    const { size } = this.#screen;
    if (!this.#drawing) {
      const kit = surface.kit(lookIn(lookOf(this.#theme, this.#colours), view.room));
      this.#drawing = this.#scene.build(kit, view);
      this.#extras.join(this.#drawing, kit, view);
      surface.mount(this.#drawing.root);
      this.#drawing.resize(size);
    }
    this.#pose = pose;
    this.#drawing.show(scene);
    this.#extras.show(pose.extras, size);
    surface.render();
    this.#framesDrawn += 1;
    this.#onFrame(performance.now() - startMs);
    if (this.#framesDrawn === 1) {
      void this.#complete();
    }
  }

  /** Adds what the first frame did without. */
  async #complete(): Promise<void> {
    await this.#extras.load(this.#destroyed.signal);
    this.#play();
  }
}
