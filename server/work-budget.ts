import { rateLimit } from "./rate-limit.ts";
import { tooMuchWork } from "./refusal.ts";

/**
 * How much may be computed for whoever asks. Old rounds are dealt again when somebody wants them, and
 * anybody may: without a limit one client with cheap requests keeps the process busy.
 */
export interface WorkBudget {
  /**
   * Takes work out of what an address has left, counted in rounds that are dealt: some 10 µs each.
   * Refuses, 429, when that is too little, or when all addresses together have asked for too much.
   */
  take(address: string, rounds: number): void;
}

/** A day's commitments cost as much as so many rounds. */
export const DAY_IN_ROUNDS = 2_000;
/** An entry that is kept and only sent costs a part of a round. */
export const KEPT_IN_ROUNDS = 0.1;

/** A week of a half-minute game, or as many pages of 500 entries as 40; then four pages a second. */
const PER_ADDRESS = { burst: 20_000, everyMs: 0.5 };
/** A tenth of one core. */
const IN_ALL = { burst: 60_000, everyMs: 0.1 };

/** @param now epoch ms */
export function createWorkBudget(now: () => number): WorkBudget {
  const ofAddress = rateLimit({ ...PER_ADDRESS, now });
  const ofAll = rateLimit({ ...IN_ALL, now });
  return {
    take(address, rounds) {
      if (!ofAddress.take(address, rounds) || !ofAll.take("", rounds)) {
        throw tooMuchWork();
      }
    },
  };
}
