import type { Entropy } from "../round/derive.ts";
import { PHASES } from "../round/phases.ts";
import type { Phase, Timing } from "../round/phases.ts";

/** A round's timing, with the close of bets. */
export interface BetTiming extends Timing {
  /** Time from the round's start to the close of bets, in ms; not always the end of the `betting` phase. */
  readonly closesMs: number;
}

/** A game's timing, in `seed` mode and in `drand` mode. */
export interface GameTiming extends BetTiming {
  /**
   * Bets close 3 s (`BEACON_DELAY_MS`) before the beacon, so that no bet is placed once the result could be known. The
   * round then stays in the `betting` phase for at least 2 s.
   */
  readonly drand: BetTiming;
}

export function timingOf(game: GameTiming, entropy: Entropy): BetTiming {
  return entropy === "drand" ? game.drand : game;
}

/** Creates a round's timing from its close of bets and its phase lengths, in ms. */
function roundTimes(closesMs: number, lengths: Readonly<Record<Phase, number>>): BetTiming {
  const phases = PHASES.map((phase) => ({ phase, ms: lengths[phase] }));
  return { intervalMs: phases.reduce((sum, { ms }) => sum + ms, 0), closesMs, phases };
}

export const HALF_MINUTE: GameTiming = {
  ...roundTimes(15_000, { betting: 15_000, revealing: 9_000, result: 4_000, waiting: 2_000 }),
  drand: roundTimes(12_000, { betting: 17_000, revealing: 8_000, result: 3_000, waiting: 2_000 }),
};

export const FULL_MINUTE: GameTiming = {
  ...roundTimes(33_000, { betting: 33_000, revealing: 18_000, result: 6_000, waiting: 3_000 }),
  drand: roundTimes(30_000, { betting: 35_000, revealing: 16_000, result: 6_000, waiting: 3_000 }),
};
