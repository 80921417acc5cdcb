/** Whether two poses, trees of plain values, are equal. */
export function samePose(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) {
    return true;
  }
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) {
    return false;
  }
  const [ones, others] = [Object.entries(one), new Map(Object.entries(other))];
  return (
    ones.length === others.size &&
    ones.every(([key, value]) => others.has(key) && samePose(value, others.get(key)))
  );
}
