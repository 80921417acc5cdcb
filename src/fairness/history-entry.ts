import { sameJson } from "./same-json.ts";

/** What an entry of a house's `results` says besides the outcome; for display only. */
const BESIDES = ["round", "daily_round", "date"];

/**
 * Whether an entry of `results`, by which operators pay, is that of a round with this outcome: field
 * for field and none besides. The entry may be anything that was JSON.
 */
export function isEntryOf(entry: unknown, round: number, outcome: unknown): boolean {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    return false;
  }
  const fields = Object.entries(entry).filter(([name]) => !BESIDES.includes(name));
  return roundOfEntry(entry) === round && sameJson(outcome, Object.fromEntries(fields));
}

/** The round that an entry of `results` is of; null for what is none. */
export function roundOfEntry(entry: unknown): number | null {
  const { round } = Object(entry) as { round?: unknown };
  return Number.isSafeInteger(round) ? (round as number) : null;
}
