/**
 * Whether a value out of JSON is the expected one, whatever the order of its fields. It is looked into
 * no deeper than the expected one goes, however it is made.
 */
export function sameJson(expected: unknown, value: unknown): boolean {
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
      (name) => Object.hasOwn(value, name) && sameJson(at(expected, name), at(value, name)),
    )
  );
}

function at(value: object, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name];
}
