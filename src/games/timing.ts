import type { Entropy } from "../round/derive.ts";
import type { Timing } from "../round/phases.ts";

/** The times of a round in which bets are taken. */
export interface BetTiming extends Timing {
  /** Time from the round's start to the close of bets, in ms; not always the end of phase `betting`. */
  readonly closesMs: number;
}

/** The times of a game in `seed` mode, and those in `drand` mode. */
export interface GameTiming extends BetTiming {
  /**
   * Bets close 3 s before the beacon, so that no bet is placed when the result may be known. The round then stays
   * in phase `betting` for at least 2 s.
   */
  readonly drand: BetTiming;
}

/** The times of a game in a mode. */
export function timingOf(game: GameTiming, entropy: Entropy): BetTiming {
  return entropy === "drand" ? game.drand : game;
}

/** The times of the card games: a round every half minute. */
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

/** The times of the race: a round every minute. */
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
