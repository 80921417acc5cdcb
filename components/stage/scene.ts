import type { RecentForm } from "../../src/hud/table/recent-form.ts";
import type { SceneView } from "../../src/hud/table/view.ts";
import type { VisibleBets } from "./bets/visible-bets.ts";
import type { Size } from "./drawing.ts";
import type { Span } from "./pacing.ts";
import type { SceneNode } from "./pixi/nodes.ts";
import type { DrawingTools } from "./pixi/surface.ts";

export type { Size } from "./drawing.ts";

/** A scene's input. */
export type Play<Outcome = unknown> = SceneView<Outcome> & {
  /** When bets close in the `betting` phase, in ms. If omitted, the last seconds look like all others. */
  closesAtMs?: number;
  /** Length of the `betting` phase, in ms. If omitted, it ends when bets close. */
  betMs?: number;
  /** Length of the `revealing` phase, in ms. If omitted, reveals are not stretched. */
  revealMs?: number;
  /** Length of the `result` phase, in ms. If omitted, its length in a 30 s round. */
  resultMs?: number;
  /** The teams' recent form; not displayed if omitted. */
  form?: RecentForm;
  /** The operator's bets on the round; none are drawn if omitted. */
  bets?: VisibleBets | undefined;
  /** Whether players can bet on the picture: a ring marks each spot, and the camera shows all of them. */
  takesPresses?: boolean;
};

/**
 * One game's drawing, a pure function of the state and of how far its phase has run.
 *
 * `pose` returns plain values and can be called for any time in any order, so late joins, returning tabs and
 * scrubbed previews need no special case. It does not use a clock, random values or a frame count.
 */
export interface Scene<Outcome, Pose> {
  /** Everything's pose `elapsedMs` into the state's phase. */
  pose(view: Play<Outcome>, elapsedMs: number): Pose;
  /**
   * When the last movement in the state's phase ends, in ms; 0 if nothing moves. After that, `pose` is constant. Until
   * then each frame whose pose differs from the last one is drawn.
   */
  restsAfterMs(view: Play<Outcome>): number;
  /**
   * A later span of the state's phase in which the scene moves again, such as dealing cards that wait for a beacon. A
   * table without motion shows the earlier pose until then.
   */
  movesAgain?(view: Play<Outcome>): Span | undefined;
  /** The time in the state's phase that a table without motion shows, in ms; when the scene rests if omitted. */
  motionlessMs?(view: Play<Outcome>): number | undefined;
  /** Creates the drawn parts once; they are posed many times. */
  build(tools: DrawingTools, view: Play<Outcome>): Drawing<Pose>;
}

export interface Drawing<Pose> {
  readonly root: SceneNode;
  /** False until there is something to show, such as the first picture; true if omitted. */
  readonly isReady?: boolean;
  /** Lays the parts out in a box. Called before the first `show`. */
  resize(size: Size): void;
  /** Applies a pose to the parts. Safe to call twice. */
  show(pose: Pose): void;
}
