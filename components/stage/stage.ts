import type { SceneView } from "../../src/view.ts";
import type { Drawing, Scene, Size } from "./scene.ts";
import type { Surface } from "./pixi.ts";

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
  /** The colour of inlaid lines, a CSS colour; gold when left out. */
  accent?: string;
  /** Which renderers to try, in this order; `["webgl", "canvas"]` when left out. */
  renderers?: readonly ("webgl" | "canvas")[];
}

/**
 * The life of a drawing on a page: it gets a renderer, draws only while something moves, fits the
 * drawing to its host, and lets go of everything at the end.
 */
export class Stage {
  /**
   * Makes a stage in `host`, which has to have a size of its own and be positioned.
   *
   * Rejects with {@link NoRendererError} when nothing can draw, and with the signal's reason when it
   * is aborted on the way; nothing is left behind then.
   */
  static async create<Outcome, Pose>(
    host: HTMLElement,
    scene: Scene<Outcome, Pose>,
    options: StageOptions,
  ): Promise<Stage> {
    void host;
    void scene;
    options.signal.throwIfAborted();
    throw new NoRendererError();
  }

  /** Frames drawn so far. */
  readonly framesDrawn: number = 0;
  /** Reduced motion; may be changed at any time. */
  still = false;

  /**
   * Shows a state. `elapsedMs` tells by the server's clock how far the state's phase has run; it is
   * asked once a frame until the scene rests.
   */
  show(view: SceneView, elapsedMs: () => number): void {
    void view;
    void elapsedMs;
  }

  /** Removes the canvas and releases the renderer. Safe to call twice. */
  destroy(): void {}
}
export type { Drawing, Size, Surface };
