/*
 * Reads values that stand in lists. What a row holds may not be what was written there: somebody wrote into it, or a
 * disk did. It must not cost the list that it stands in.
 */
import { damagedRow } from "./store-error.ts";

/** What a list shows in place of an invalid time. */
const UNREADABLE = "unreadable";

/**
 * A time as text, or `unreadable`.
 *
 * @param ms epoch ms, as a row holds it.
 * @param write makes the text of ISO 8601 in UTC, to the ms; that itself if left out.
 */
export function timeText(ms: number, write: (iso: string) => string = (iso) => iso): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? UNREADABLE : write(time.toISOString());
}

/** A JSON object of texts; an empty one where a row holds anything else. */
export function readTexts(json: string): Readonly<Record<string, string>> {
  const value = parsed(json);
  const isSound =
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((text) => typeof text === "string");
  return isSound ? (value as Record<string, string>) : {};
}

/** A JSON array of texts; undefined where a row holds anything else. */
export function readList(json: string): readonly string[] | undefined {
  const value = parsed(json);
  const isSound = Array.isArray(value) && value.every((text) => typeof text === "string");
  return isSound ? (value as string[]) : undefined;
}

/**
 * A sum. What adds up sums must not leave one out, so it throws.
 *
 * @param of the table, and what the row is found by there.
 * @throws StoreError when it is not a whole number.
 */
export function readSum(sum: number | string, of: readonly [table: string, row: string]): bigint {
  if (!/^-?\d+$/.test(String(sum))) {
    throw damagedRow(...of, "its amount is not a whole number");
  }
  return BigInt(sum);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
