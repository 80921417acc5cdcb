export function spreadOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), min: at(0), max: at(1), p99: at(0.99) };
}

export function written({ median, min, max }: ReturnType<typeof spreadOf>, digits = 0): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)} - ${max.toFixed(digits)})`;
}
