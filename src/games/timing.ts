import type { Entropy } from "../round/derive.ts";
import type { Timing } from "../round/phases.ts";

/** The times of a round in which bets are taken. */
export interface BetTiming extends Timing {
  /** From the round's start until its bets close, in ms; not always the end of phase `betting`. */
  readonly closesMs: number;
}

/** The times of a game: by themselves in mode `seed`, and those of mode `drand`. */
export interface GameTiming extends BetTiming {
  /**
   * Bets close 3 s before the beacon comes, and the cards wait 2 s for it, in phase `betting` with
   * nothing left, so that no bet is placed when the result may be known.
   */
  readonly drand: BetTiming;
}

/** The times of a game in a mode. */
export function timingOf(game: GameTiming, entropy: Entropy): BetTiming {
  return entropy === "drand" ? game.drand : game;
}

/** A round every half minute: the card games. */
export const HALF_MINUTE: GameTiming = {
  intervalMs: 30_000,
  closesMs: 15_000,
  phases: [
    { phase: "betting", ms: 15_000 },
    { phase: "revealing", ms: 9_000 },
    { phase: "result", ms: 4_000 },
    { phase: "waiting", ms: 2_000 },
  ],
  drand: {
    intervalMs: 30_000,
    closesMs: 12_000,
    phases: [
      { phase: "betting", ms: 17_000 },
      { phase: "revealing", ms: 8_000 },
      { phase: "result", ms: 3_000 },
      { phase: "waiting", ms: 2_000 },
    ],
  },
};

/** A round every minute: the race. */
export const FULL_MINUTE: GameTiming = {
  intervalMs: 60_000,
  closesMs: 33_000,
  phases: [
    { phase: "betting", ms: 33_000 },
    { phase: "revealing", ms: 18_000 },
    { phase: "result", ms: 6_000 },
    { phase: "waiting", ms: 3_000 },
  ],
  drand: {
    intervalMs: 60_000,
    closesMs: 30_000,
    phases: [
      { phase: "betting", ms: 35_000 },
      { phase: "revealing", ms: 16_000 },
      { phase: "result", ms: 6_000 },
      { phase: "waiting", ms: 3_000 },
    ],
  },
};
