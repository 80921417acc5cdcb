import { rateLimit } from "./rate-limit.ts";
import { tooMuchWork } from "./refusal.ts";

/**
 * How much may be computed for whoever asks. Old rounds are dealt again when somebody wants them, and
 * anybody may: without a limit one client with cheap requests keeps the process busy.
 */
export interface WorkBudget {
  /**
   * Takes work out of what an address has left: rounds that are dealt, some 10 µs each, and entries that
   * are kept and only sent. Refuses, 429, when that is too little, or when all addresses together have had
   * too many rounds dealt.
   */
  take(address: string, work: Work): void;
}

/** What an answer costs. */
export interface Work {
  /** Rounds that are dealt for it. */
  readonly dealt: number;
  /** Entries that are sent. */
  readonly sent: number;
}

/** A day's commitments cost as much as so many rounds. */
export const DAY_IN_ROUNDS = 2_000;
/** An entry that is sent costs a part of a round. */
const SENT_IN_ROUNDS = 0.1;

/** A week of a half-minute game, or as many pages of 500 entries as 40; then four pages a second. */
const PER_ADDRESS = { burst: 20_000, everyMs: 0.5 };
/** A twentieth of one core. */
const IN_ALL = { burst: 40_000, everyMs: 0.2 };

/** @param now epoch ms */
export function createWorkBudget(now: () => number): WorkBudget {
  const ofAddress = rateLimit({ ...PER_ADDRESS, now });
  const ofAll = rateLimit({ ...IN_ALL, now });
  return {
    take(address, { dealt, sent }) {
      const mayAddress = ofAddress.take(address, dealt + sent * SENT_IN_ROUNDS);
      if (!mayAddress || (dealt > 0 && !ofAll.take("", dealt))) {
        throw tooMuchWork();
      }
    },
  };
}
