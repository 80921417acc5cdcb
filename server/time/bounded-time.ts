/**
 * The time as far as it is known: true time lies between the two, epoch ms, both included. What is published
 * of a round waits for the earliest, and its bets end with the latest, so that two servers whose clocks
 * differ never contradict each other.
 */
export interface BoundedTime {
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** A time of which nobody doubts a millisecond: of a test, or of a clock that is believed. */
export function exactly(nowMs: number): BoundedTime {
  return { earliestMs: nowMs, latestMs: nowMs };
}
