import { rateLimit } from "./rate-limit.ts";
import { tooMuchWork } from "./refusal.ts";

/**
 * How much CPU time is spent on one address. Old rounds are dealt again on request, and anybody may ask: without a
 * limit one client with cheap requests keeps the process busy.
 */
export interface ComputeBudget {
  /** Counts the work of an address. Throws the refusal 429 when it asks for too much. */
  spend(address: string, cost: Cost): void;
}

/** Rounds dealt for a page of history, some 20 µs each, and entries sent, cached ones too; or days committed to again, some 20 ms each. */
export type Cost = { readonly dealt: number; readonly sent: number } | { readonly days: number };

/** What sending an entry costs, in rounds dealt. */
const SENT_IN_ROUNDS = 0.1;
/** A week of a half-minute game, or 40 pages of 500 entries; then four pages a second. */
const ROUNDS = { burst: 20_000, everyMs: 0.5 };
const DAYS = { burst: 10, everyMs: 1_000 };

/** @param now epoch ms */
export function createComputeBudget(now: () => number): ComputeBudget {
  const rounds = rateLimit({ ...ROUNDS, now });
  const days = rateLimit({ ...DAYS, now });
  return {
    spend(address, cost) {
      const isAllowed =
        "days" in cost
          ? days.take(address, cost.days)
          : rounds.take(address, cost.dealt + cost.sent * SENT_IN_ROUNDS);
      if (!isAllowed) {
        throw tooMuchWork();
      }
    },
  };
}
