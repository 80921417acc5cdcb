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
