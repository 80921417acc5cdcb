/**
 * @param ms epoch ms.
 * @param write formats the time from ISO 8601 in UTC, to the ms; by default as it is.
 */
export function timeText(ms: number, write: (iso: string) => string = (iso) => iso): string {
  return write(new Date(ms).toISOString());
}

/** Reads a column that contains a JSON object of strings. */
export function readTexts(json: string): Readonly<Record<string, string>> {
  return JSON.parse(json) as Record<string, string>;
}

/** Texts for `in`, never none: PostgreSQL does not allow an empty list. No id, hash or address is empty. */
export function orNone(texts: readonly string[]): readonly string[] {
  return ["", ...texts];
}
