/*
 * Reads values for lists. A row may contain an invalid value, edited manually or damaged by a disk; it must not break
 * the whole list.
 */

/**
 * @param ms epoch ms, from a row; an invalid one becomes `unreadable`.
 * @param write formats the time from ISO 8601 in UTC, to the ms; by default as it is.
 */
export function timeText(ms: number, write: (iso: string) => string = (iso) => iso): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? "unreadable" : write(time.toISOString());
}

/** A JSON object of strings; empty if a row contains anything else. */
export function readTexts(json: string): Readonly<Record<string, string>> {
  const value = parseJson(json);
  const isValid =
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((text) => typeof text === "string");
  return isValid ? (value as Record<string, string>) : {};
}

/** A JSON array of strings; undefined if a row contains anything else. */
export function readList(json: string): readonly string[] | undefined {
  const value = parseJson(json);
  const isValid = Array.isArray(value) && value.every((text) => typeof text === "string");
  return isValid ? (value as string[]) : undefined;
}

/** Texts for `in`, never none: PostgreSQL does not allow an empty list. No id, hash or address is empty. */
export function orNone(texts: readonly string[]): readonly string[] {
  return ["", ...texts];
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
