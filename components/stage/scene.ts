import type { SceneView } from "../../src/view.ts";
import type { Kit, Node, Size } from "./kit.ts";

export type { Size } from "./kit.ts";

/**
 * The drawing of one game, a pure function of the state and of how far its phase has run.
 *
 * `pose` answers in numbers and plain values: it can be asked for any moment in any order, so a
 * viewer who joins late, a tab that comes back and a scrubbed preview all take the same path. No
 * clock, no chance, no counted frames.
 */
export interface Scene<Outcome, Pose> {
  /** Where everything stands `elapsedMs` into the state's phase. */
  pose(view: SceneView<Outcome>, elapsedMs: number): Pose;
  /**
   * How far into the state's phase the last movement ends, in ms: from there on `pose` keeps
   * answering the same, and no frame is drawn. 0 when nothing moves at all.
   */
  restsAfterMs(view: SceneView<Outcome>): number;
  /** Makes the drawn parts once; they are posed many times. */
  build(kit: Kit, view: SceneView<Outcome>): Drawing<Pose>;
}

/** The drawn parts of a scene. */
export interface Drawing<Pose> {
  readonly root: Node;
  /** Lays the parts out anew in a box. Called before the first `show`. */
  resize(size: Size): void;
  /** Brings the parts into a pose. Safe to call twice. */
  show(pose: Pose): void;
}
