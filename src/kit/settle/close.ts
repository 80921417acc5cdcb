import type { Schedule } from "../../wire/answers.ts";

const DAY_MS = 86_400_000;

/**
 * When the bets of a round close, epoch ms, by an answer of `schedule`. It knows the UTC day of its
 * `now` and the rounds from its `next` on: for others it throws a RangeError, and the record of the
 * round (`api/rounds/{round}`) has it as `closesAt`.
 */
export function betsCloseAtMs(round: number, schedule: Schedule): number {
  const { genesis, intervalMs, next, now, closesMs } = schedule;
  const startMs = genesis + (round - 1) * intervalMs;
  if (next !== null && round >= next.round) {
    return startMs + next.closesMs;
  }
  if (!Number.isSafeInteger(startMs) || Math.floor(startMs / DAY_MS) !== Math.floor(now / DAY_MS)) {
    throw new RangeError(`This schedule does not tell when the bets of round ${round} close.`);
  }
  return startMs + closesMs;
}
