import { fairLimit } from "./fair-limit.ts";
import { tooMuchWork } from "./refusal.ts";

/**
 * How much may be computed for whoever asks. Old rounds are dealt again when somebody wants them, and
 * anybody may: without a limit one client with cheap requests keeps the process busy. Both wait up to two
 * seconds for their turn while all addresses together ask for too much, and refuse, 429, after that or
 * when the address itself asks for too much.
 */
export interface WorkBudget {
  /** Takes rounds that are dealt, some 10 µs each, and entries that are kept and only sent. */
  rounds(address: string, work: Work): Promise<void>;
  /** Takes the commitments to a day, some 20 ms. */
  day(address: string): Promise<void>;
}

/** What an answer costs. */
export interface Work {
  /** Rounds that are dealt for it. */
  readonly dealt: number;
  /** Entries that are sent. */
  readonly sent: number;
}

/** An entry that is sent costs a part of a round. */
const SENT_IN_ROUNDS = 0.1;

/** A week of a half-minute game, or as many pages of 500 entries as 40; then four pages a second. */
const ROUNDS_PER_ADDRESS = { burst: 20_000, everyMs: 0.5 };
/** A twentieth of one core. */
const ROUNDS_IN_ALL = { burst: 40_000, everyMs: 0.2 };
const DAYS_PER_ADDRESS = { burst: 10, everyMs: 1_000 };
/** A twelfth of one core. */
const DAYS_IN_ALL = { burst: 20, everyMs: 250 };

/** @param now epoch ms */
export function createWorkBudget(now: () => number): WorkBudget {
  const rounds = fairLimit(ROUNDS_PER_ADDRESS, ROUNDS_IN_ALL, now);
  const days = fairLimit(DAYS_PER_ADDRESS, DAYS_IN_ALL, now);
  return {
    async rounds(address, { dealt, sent }) {
      if (!(await rounds.take(address, dealt + sent * SENT_IN_ROUNDS, dealt))) {
        throw tooMuchWork();
      }
    },
    async day(address) {
      if (!(await days.take(address, 1, 1))) {
        throw tooMuchWork();
      }
    },
  };
}
