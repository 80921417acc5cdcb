import type { RecentForm } from "../../src/hud/table/recent-form.ts";
import type { SceneView } from "../../src/hud/table/view.ts";
import type { BetsShown } from "./bets/shown.ts";
import type { Kit, Node, Size } from "./kit.ts";
import type { Span } from "./pacing.ts";

export type { Size } from "./kit.ts";

/** What a scene is shown: a round's state and words, and what its timing says of the phase. */
export type Play<Outcome = unknown> = SceneView<Outcome> & {
  /** How far into `betting` bets close, in ms. Left out, the last seconds look like all others. */
  closesAtMs?: number;
  /** How long phase `betting` is, in ms. Left out, it ends as bets close. */
  betMs?: number;
  /** How long phase `revealing` is, in ms. Left out, it is what reveals are timed for. */
  revealMs?: number;
  /** How long phase `result` is, in ms. Left out, it is that of a round of 30 s. */
  resultMs?: number;
  /** The recent form. Left out, the table says nothing of it. */
  form?: RecentForm;
  /** The bets of the round, as the operator tells them. Left out, none are drawn. */
  bets?: BetsShown | undefined;
};

/**
 * The drawing of one game, a pure function of the state and of how far its phase has run.
 *
 * `pose` answers in numbers and plain values: it can be asked for any moment in any order, so a
 * viewer who joins late, a tab that comes back and a scrubbed preview all take the same path. No
 * clock, no chance, no counted frames.
 */
export interface Scene<Outcome, Pose> {
  /** Where everything stands `elapsedMs` into the state's phase. */
  pose(view: Play<Outcome>, elapsedMs: number): Pose;
  /**
   * How far into the state's phase the last movement ends, in ms; 0 when nothing moves at all. It is
   * drawn frame by frame until then.
   */
  restsAfterMs(view: Play<Outcome>): number;
  /**
   * How far into the state's phase the picture lives on by slow changes of light once it rests, in ms.
   * A GPU follows them smoothly, software looks once a second. After both this and `restsAfterMs`,
   * `pose` keeps answering the same, and no frame is drawn. Nothing lives on when left out.
   */
  livesUntilMs?(view: Play<Outcome>): number;
  /**
   * When it moves once more in the state's phase: where cards are dealt that wait for a beacon. A table without
   * motion rests as it does before, until then. Never when left out.
   */
  movesAgain?(view: Play<Outcome>): Span | undefined;
  /** Which moment of the state's phase a table without motion shows; left out, the one at which it comes to rest. */
  stillMs?(view: Play<Outcome>): number | undefined;
  /** Makes the drawn parts once; they are posed many times. */
  build(kit: Kit, view: Play<Outcome>): Drawing<Pose>;
}

/** The drawn parts of a scene. */
export interface Drawing<Pose> {
  readonly root: Node;
  /** False while it has nothing to show yet, such as before its first picture has come; true when left out. */
  readonly isReady?: boolean;
  /** Lays the parts out in a box. Called before the first `show`. */
  resize(size: Size): void;
  /** Brings the parts into a pose. Safe to call twice. */
  show(pose: Pose): void;
}
