import type { Size } from "./drawing.ts";
import type { DrawingTools } from "./pixi/surface.ts";
import type { Drawing, Play, Scene } from "./scene.ts";

/** Parts added to a picture after its first frame, such as bets, so that they do not delay it. */
export interface Extras<Outcome, Pose, Parts extends Drawing<Pose>, More> {
  /** The pose of the parts, as in `Scene.pose`; `pose` is the scene's own. */
  pose(view: Play<Outcome>, elapsedMs: number, pose: Pose): More;
  /** When the last movement in the state's phase ends, in ms; when the scene's does if left out. */
  restsAfterMs?(view: Play<Outcome>): number;
  /** Creates the parts and adds them to the scene's drawing. */
  build(tools: DrawingTools, view: Play<Outcome>, drawing: Parts): ExtraParts<More>;
}

export interface ExtraParts<More> {
  /** Lays the parts out in a box, after the drawing. Called before the first `show`. */
  resize(size: Size): void;
  /** Applies a pose to the parts, after the drawing. Safe to call twice. */
  show(more: More): void;
}

export type AnyExtras = Extras<unknown, unknown, Drawing<unknown>, unknown>;

export interface WholePose {
  scene: unknown;
  /** One pose for each of the extras, in order. */
  extras: readonly unknown[];
}

/**
 * A scene's drawing with the parts of all extras. It is replaced as a whole when the surface, accent or language
 * changes.
 */
export class WholeDrawing {
  readonly #tools: DrawingTools;
  readonly #drawing: Drawing<unknown>;
  readonly #parts: ExtraParts<unknown>[] = [];
  #size: Size | undefined;

  constructor(scene: Scene<unknown, unknown>, tools: DrawingTools, view: Play) {
    this.#tools = tools;
    this.#drawing = scene.build(tools, view);
  }

  get root(): Drawing<unknown>["root"] {
    return this.#drawing.root;
  }

  get isReady(): boolean {
    return this.#drawing.isReady ?? true;
  }

  /** Shows a pose in a box of `size`, and builds extras that were added since the last call. */
  show(pose: WholePose, size: Size, extras: readonly AnyExtras[], view: Play): void {
    if (size !== this.#size) {
      this.#size = size;
      this.#drawing.resize(size);
      this.#parts.forEach((parts) => parts.resize(size));
    }
    this.#drawing.show(pose.scene);
    for (const { build } of extras.slice(this.#parts.length)) {
      const parts = build(this.#tools, view, this.#drawing);
      parts.resize(size);
      this.#parts.push(parts);
    }
    this.#parts.forEach((parts, i) => parts.show(pose.extras[i]));
  }
}
