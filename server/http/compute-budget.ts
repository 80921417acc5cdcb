import { tokenBuckets } from "../runtime/token-bucket.ts";
import { tooManyRounds } from "./refusal.ts";

/**
 * Limits the CPU time spent on one IP address. Old rounds are dealt again on request, and anybody may ask: without a
 * limit, one client with cheap requests could keep the process busy.
 */
export type ComputeBudget = ReturnType<typeof createComputeBudget>;

/**
 * The cost of a request: rounds dealt for a page of history, about 20 µs each, and entries sent, cached or not; or
 * recomputed commitments of days, about 20 ms each.
 */
export type Cost = { readonly dealt: number; readonly sent: number } | { readonly days: number };

/** The cost of an entry sent, in rounds dealt. */
const SENT_IN_ROUNDS = 0.1;
/** Enough for a week of a half-minute game. */
const ROUNDS_BUDGET = { burst: 20_000, everyMs: 0.5 };
const DAYS_BUDGET = { burst: 10, everyMs: 1_000 };

export function createComputeBudget(now: () => number) {
  const rounds = tokenBuckets({ ...ROUNDS_BUDGET, now });
  const days = tokenBuckets({ ...DAYS_BUDGET, now });
  return {
    /** Throws the 429 refusal if the IP address exceeds its budget. */
    spend(address: string, cost: Cost): void {
      const isAllowed =
        "days" in cost
          ? days.take(address, cost.days)
          : rounds.take(address, cost.dealt + cost.sent * SENT_IN_ROUNDS);
      if (!isAllowed) {
        throw tooManyRounds();
      }
    },
  };
}
