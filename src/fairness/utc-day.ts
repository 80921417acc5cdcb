import { DAY_MS, GENESIS_MS, roundAt, roundStartMs } from "../round/phases.ts";

/*
 * Commitments are made per UTC day, counted from 1970-01-01. Every game's interval divides a day, so every day has the
 * same whole number of rounds.
 */

export interface DayRounds {
  readonly firstRound: number;
  readonly count: number;
}

/** The UTC day of a time, epoch ms. */
export function dayAt(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

export function dayOfRound(round: number, intervalMs: number): number {
  return dayAt(roundStartMs(round, intervalMs));
}

export function dayStartMs(day: number): number {
  return day * DAY_MS;
}

/** The rounds of a UTC day. The day must not be before the first round. */
export function roundsOfDay(day: number, intervalMs: number): DayRounds {
  return { firstRound: roundAt(dayStartMs(day), intervalMs), count: DAY_MS / intervalMs };
}

/** A UTC day as YYYY-MM-DD. */
export function dateOfDay(day: number): string {
  return new Date(dayStartMs(day)).toISOString().slice(0, 10);
}

/** The UTC day of a date written YYYY-MM-DD; null for anything else, and for days without rounds. */
export function dayOfDate(date: string): number | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  // Date.parse accepts 31 February as 3 March.
  return ms >= GENESIS_MS && dateOfDay(dayAt(ms)) === date ? dayAt(ms) : null;
}
