import { tokenBuckets } from "../runtime/token-bucket.ts";
import { tooManyRounds } from "./refusal.ts";

/**
 * Limits the CPU time spent on each IP address. Any client can have old rounds dealt again: without a limit, cheap
 * requests from one client could keep the process busy.
 */
export type ComputeBudget = ReturnType<typeof createComputeBudget>;

/** In rounds of about 20 µs each. The burst covers a week of a half-minute game. */
const ROUNDS_BUDGET = { burst: 20_000, everyMs: 0.5 };
/** The cost of a day's commitments, about 40 ms. */
export const DAY_IN_ROUNDS = 2_000;

export function createComputeBudget(now: () => number) {
  const buckets = tokenBuckets({ ...ROUNDS_BUDGET, now });
  return {
    /** Throws the 429 refusal if the IP address exceeds its budget. */
    spend(address: string, rounds: number): void {
      if (!buckets.take(address, rounds)) {
        throw tooManyRounds();
      }
    },
  };
}
