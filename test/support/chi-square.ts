/** How likely each thing is, as counts or weights: only their proportions matter. */
export type Odds = Readonly<Record<string, number>>;

/** How often each thing happened. */
export class Tally {
  readonly counts = new Map<string, number>();
  total = 0;

  add(key: string, times = 1): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + times);
    this.total += times;
  }

  /** The same things told apart less finely. */
  groupedBy(groupOf: (key: string) => string): Tally {
    const grouped = new Tally();
    for (const [key, times] of this.counts) {
      grouped.add(groupOf(key), times);
    }
    return grouped;
  }
}

/**
 * Limits of chi-square by degrees of freedom: a fair source stays below `p99` in 99 of 100 samples
 * and below `p999` in 999 of 1000.
 */
const LIMITS = new Map([
  [1, { p99: 6.6349, p999: 10.8276 }],
  [2, { p99: 9.2103, p999: 13.8155 }],
  [3, { p99: 11.3449, p999: 16.2662 }],
  [5, { p99: 15.0863, p999: 20.515 }],
  [8, { p99: 20.0902, p999: 26.1245 }],
  [9, { p99: 21.666, p999: 27.8772 }],
  [17, { p99: 33.4087, p999: 40.7902 }],
  [25, { p99: 44.3141, p999: 52.6197 }],
  [29, { p99: 49.5879, p999: 58.3012 }],
  [35, { p99: 57.3421, p999: 66.6188 }],
  [51, { p99: 77.386, p999: 87.968 }],
  [99, { p99: 134.6416, p999: 148.2304 }],
  [119, { p99: 157.7995, p999: 172.4177 }],
  [719, { p99: 810.1471, p999: 841.9052 }],
]);

/** The limit of chi-square for some degrees of freedom. */
export function chiSquareLimit(freedom: number, level: "p99" | "p999" = "p99"): number {
  const limits = LIMITS.get(freedom);
  if (limits === undefined) {
    throw new RangeError(`There is no limit for ${freedom} degrees of freedom in the table.`);
  }
  return limits[level];
}

/** The degrees of freedom of a tally that is held against known odds. */
export function freedomOf(odds: Odds): number {
  return Object.keys(odds).length - 1;
}

/**
 * Pearson's chi-square of a tally against exact odds. Throws a RangeError when something happened
 * that has no odds, or when a cell is too rare for the statistic to mean anything.
 */
export function chiSquare(tally: Tally, odds: Odds): number {
  const weight = Object.values(odds).reduce((sum, value) => sum + value, 0);
  for (const key of tally.counts.keys()) {
    if (!Object.hasOwn(odds, key)) {
      throw new RangeError(`"${key}" has no odds, yet it happened.`);
    }
  }
  let sum = 0;
  for (const [key, value] of Object.entries(odds)) {
    const expected = (tally.total * value) / weight;
    if (expected < 5) {
      throw new RangeError(`"${key}" is expected ${expected} times: too few rounds.`);
    }
    sum += ((tally.counts.get(key) ?? 0) - expected) ** 2 / expected;
  }
  return sum;
}

/** Odds of things that are equally likely. */
export function uniform(keys: readonly string[]): Odds {
  return Object.fromEntries(keys.map((key) => [key, 1]));
}

/** Odds of two things that know nothing of each other, with keys `a,b`. */
export function independent(a: Odds, b: Odds): Odds {
  return Object.fromEntries(
    Object.entries(a).flatMap(([keyA, weightA]) =>
      Object.entries(b).map(([keyB, weightB]) => [`${keyA},${keyB}`, weightA * weightB]),
    ),
  );
}

/**
 * Pairs of results `lag` rounds apart, with keys `a,b`. No round is in two pairs, so the pairs of
 * a fair game are independent and chi-square against {@link independent} odds is exact. The rounds
 * are taken in blocks of `lag`, even blocks paired with the odd ones behind them; `skipped` leaves
 * out that many rounds first, and `skipped = lag` gives the other half of the pairs.
 */
export function tallyPairs(results: readonly string[], lag: number, skipped: number): Tally {
  const tally = new Tally();
  for (let i = skipped; i + lag < results.length; i++) {
    if (Math.floor((i - skipped) / lag) % 2 === 0) {
      tally.add(`${results[i]},${results[i + lag]}`);
    }
  }
  return tally;
}
