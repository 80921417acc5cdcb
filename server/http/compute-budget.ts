import { tokenBuckets } from "../runtime/token-bucket.ts";
import { tooManyRounds } from "./refusal.ts";

/**
 * Limits the CPU time spent on one IP address. Old rounds are dealt again on request, and anybody may ask: without a
 * limit, one client with cheap requests could keep the process busy.
 */
export type ComputeBudget = ReturnType<typeof createComputeBudget>;

/** The cost of a request: rounds to deal, about 20 µs each, or commitments of days, about 20 ms each. */
export type Cost = { readonly rounds: number } | { readonly days: number };

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
        "days" in cost ? days.take(address, cost.days) : rounds.take(address, cost.rounds);
      if (!isAllowed) {
        throw tooManyRounds();
      }
    },
  };
}
