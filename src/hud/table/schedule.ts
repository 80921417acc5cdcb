import type { BetTiming } from "../../games/timing.ts";
import type { Entropy } from "../../round/derive.ts";
import type { Schedule } from "../../wire/responses.ts";

/** A round's timing and mode according to a schedule, which announces changes a day ahead. */
export function timesForRound(schedule: Schedule, round: number): BetTiming & { entropy: Entropy } {
  const { intervalMs, next } = schedule;
  return next !== null && round >= next.round ? { ...next, intervalMs } : schedule;
}
