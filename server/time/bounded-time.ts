/**
 * The time as far as it is known: it lies between the two, epoch ms, both included. What is published of a
 * round waits for the earliest, and its bets end with the latest.
 */
export interface BoundedTime {
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** A time that is known to the millisecond. */
export function exactly(nowMs: number): BoundedTime {
  return { earliestMs: nowMs, latestMs: nowMs };
}
