import type { Kit, Size } from "./kit.ts";
import type { Drawing, Play, Scene } from "./scene.ts";

/** What is added to a picture once it is drawn, such as bets: it adds nothing to the time until the table is seen. */
export interface Extras<Outcome, Pose, Parts extends Drawing<Pose>, More> {
  /** Where its parts stand, as `Scene.pose` says it; `pose` is the scene's own at that moment. */
  pose(view: Play<Outcome>, elapsedMs: number, pose: Pose): More;
  /** How far into the state's phase its last movement ends, in ms. Left out, it ends with the scene's. */
  restsAfterMs?(view: Play<Outcome>): number;
  /** Makes its parts and adds them to the scene's drawing. */
  build(kit: Kit, view: Play<Outcome>, drawing: Parts): ExtraParts<More>;
}

/** The drawn parts of extras. */
export interface ExtraParts<More> {
  /** Lays the parts out in a box, after the drawing. Called before the first `show`. */
  resize(size: Size): void;
  /** Brings the parts into a pose, after the drawing. Safe to call twice. */
  show(more: More): void;
}

export type AnyExtras = Extras<unknown, unknown, Drawing<unknown>, unknown>;

/** Where everything in the picture is at one moment. */
export interface WholePose {
  scene: unknown;
  /** One for each of the extras, in their order. */
  extras: readonly unknown[];
}

/**
 * A scene's drawing with the parts of all extras on it. It owns what is built on its surface and goes as a whole:
 * another surface, accent or language gets a new one.
 */
export class WholeDrawing {
  readonly #kit: Kit;
  readonly #drawing: Drawing<unknown>;
  readonly #parts: ExtraParts<unknown>[] = [];
  #size: Size | undefined;

  constructor(scene: Scene<unknown, unknown>, kit: Kit, view: Play) {
    this.#kit = kit;
    this.#drawing = scene.build(kit, view);
  }

  get root(): Drawing<unknown>["root"] {
    return this.#drawing.root;
  }

  get isReady(): boolean {
    return this.#drawing.isReady ?? true;
  }

  /** Shows a pose in a box of `size`. Extras that have been loaded since the last pose join it. */
  show(pose: WholePose, size: Size, extras: readonly AnyExtras[], view: Play): void {
    if (size !== this.#size) {
      this.#size = size;
      this.#drawing.resize(size);
      this.#parts.forEach((parts) => parts.resize(size));
    }
    this.#drawing.show(pose.scene);
    for (const { build } of extras.slice(this.#parts.length)) {
      const parts = build(this.#kit, view, this.#drawing);
      parts.resize(size);
      this.#parts.push(parts);
    }
    this.#parts.forEach((parts, i) => parts.show(pose.extras[i]));
  }
}
