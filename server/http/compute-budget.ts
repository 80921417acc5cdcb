import { fairRateLimit } from "./fair-rate-limit.ts";
import { tooMuchWork } from "./refusal.ts";

/**
 * How much CPU time is spent on one address, and on all of them. Old rounds are dealt again on
 * request, and anybody may ask: without a limit one client with cheap requests keeps the process busy.
 */
export interface ComputeBudget {
  /**
   * Resolves when the work may be done. While all addresses together ask for too much it waits, up to two
   * seconds. Throws the refusal 429 after that, or at once when the address itself asks for too much.
   */
  spend(address: string, cost: HistoryCost | DayCost): Promise<void>;
}

/** A page of history. */
export interface HistoryCost {
  /** Rounds that are dealt for it, some 20 µs each. */
  readonly dealt: number;
  /** Entries that are sent, cached ones too. */
  readonly sent: number;
}

/** Days that are committed to again, some 20 ms each. */
export interface DayCost {
  readonly days: number;
}

/** What sending an entry costs, in rounds dealt. */
const SENT_IN_ROUNDS = 0.1;

/** A week of a half-minute game, or 40 pages of 500 entries; then four pages a second. */
const ROUNDS_PER_ADDRESS = { burst: 20_000, everyMs: 0.5 };
/** A tenth of one core. */
const ROUNDS_IN_ALL = { burst: 40_000, everyMs: 0.2 };
const DAYS_PER_ADDRESS = { burst: 10, everyMs: 1_000 };
/** A twelfth of one core. */
const DAYS_IN_ALL = { burst: 20, everyMs: 250 };

/** @param now epoch ms */
export function createComputeBudget(now: () => number): ComputeBudget {
  const rounds = fairRateLimit(ROUNDS_PER_ADDRESS, ROUNDS_IN_ALL, now);
  const days = fairRateLimit(DAYS_PER_ADDRESS, DAYS_IN_ALL, now);
  return {
    async spend(address, cost) {
      const isAllowed =
        "days" in cost
          ? await days.take(address, cost.days, cost.days)
          : await rounds.take(address, cost.dealt + cost.sent * SENT_IN_ROUNDS, cost.dealt);
      if (!isAllowed) {
        throw tooMuchWork();
      }
    },
  };
}
