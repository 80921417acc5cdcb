/** The fields of a `results` entry that are not part of the outcome. */
const OTHER_FIELDS = ["round", "daily_round", "date"];

/**
 * Whether a `results` entry belongs to a round and has exactly its outcome's fields. The entry can be any JSON value.
 */
export function isEntryFor(entry: unknown, round: number, outcome: unknown): boolean {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    return false;
  }
  const fields = Object.entries(entry).filter(([name]) => !OTHER_FIELDS.includes(name));
  return entryRound(entry) === round && isEqualJson(outcome, Object.fromEntries(fields));
}

/** The round of a `results` entry; null if it is not an entry. */
export function entryRound(entry: unknown): number | null {
  const { round } = Object(entry) as { round?: unknown };
  return Number.isSafeInteger(round) ? (round as number) : null;
}

/**
 * Whether a JSON value equals the expected one, regardless of the order of fields. It recurses no deeper than the
 * expected value, so untrusted input cannot exhaust the stack.
 */
export function isEqualJson(expected: unknown, value: unknown): boolean {
  if (typeof expected !== "object" || expected === null) {
    return expected === value;
  }
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const names = Object.keys(expected);
  return (
    Array.isArray(expected) === Array.isArray(value) &&
    names.length === Object.keys(value).length &&
    names.every(
      (name) => Object.hasOwn(value, name) && isEqualJson(at(expected, name), at(value, name)),
    )
  );
}

function at(value: object, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name];
}
