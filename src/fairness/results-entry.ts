import { isEqualJson } from "./json-equality.ts";

/** The fields of an entry of `results` that are not part of the outcome. */
const OTHER_FIELDS = ["round", "daily_round", "date"];

/**
 * Whether an entry of `results` belongs to a round and has exactly the fields of its outcome. The entry may be any JSON
 * value.
 */
export function isEntryFor(entry: unknown, round: number, outcome: unknown): boolean {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    return false;
  }
  const fields = Object.entries(entry).filter(([name]) => !OTHER_FIELDS.includes(name));
  return entryRound(entry) === round && isEqualJson(outcome, Object.fromEntries(fields));
}

/** The round of an entry of `results`; null if it is not an entry. */
export function entryRound(entry: unknown): number | null {
  const { round } = Object(entry) as { round?: unknown };
  return Number.isSafeInteger(round) ? (round as number) : null;
}
