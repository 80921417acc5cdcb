import fc from "fast-check";
import { likeJson, placed } from "./mutations.ts";

/*
 * What one window can post to another and no JSON says. It is made in the page that posts it, since hardly anything
 * of it comes through to there from a test.
 */

interface Cycle {
  self?: Cycle;
}
const cycle: Cycle = {};
cycle.self = cycle;

const spot = { market: "tie", teams: [], total: 1, own: 1 };

/** More than any of them needs, or of another kind than any of them. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -0,
    -1,
    1e300,
    Number.MAX_SAFE_INTEGER,
    5e-324,
    1n,
    undefined,
    null,
    true,
    new Date(Number.NaN),
    /a/,
    new Map([["type", "bets"]]),
    new Set([spot]),
    new ArrayBuffer(1_000_000),
    new Float64Array([Number.NaN]),
    new Error("hostile"),
    Object("boxed"),
    new Blob(["hostile"]),
  ),
  fc.constantFrom<unknown>(
    cycle,
    [cycle, cycle],
    // So long, with nothing in it.
    Object.assign([], { length: 2 ** 32 - 1 }),
    Array.from({ length: 5_000 }, () => spot),
    Array.from({ length: 64 }, (_, index) => ({ ...spot, market: `m${index}` })),
    Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`name ${index}`, index])),
    Array.from({ length: 1_000 }).reduce<unknown>((inside) => [inside], "deep"),
    // A name of its own, and no prototype.
    JSON.parse('{"__proto__":{"market":"tie","total":5},"constructor":1,"toString":2}'),
    { ...spot, valueOf: null, toString: null },
  ),
  fc.constantFrom(
    "",
    "\0",
    "\ud800",
    "x".repeat(65),
    "x".repeat(1_000_000),
    "__proto__",
    "constructor",
    "toString",
    "en-x",
    "a-b-c-d-e-f-g",
    "und-u-ca-nonsense",
    "url(https://evil.example/)",
    "red;background:url(https://evil.example/)",
    "</style><script>throw 1</script>",
  ),
);

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withSparseArray: true,
  maxDepth: 3,
});

/** Messages like these, with one thing changed in most, and some that are like none. */
export function hostileMessages(real: readonly unknown[], seed: number, count: number): unknown[] {
  const message = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...real.map((each) => placed(each, odd))) },
    { weight: 3, arbitrary: fc.oneof(...real.map(likeJson)) },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: anything },
  );
  return fc.sample(message, { seed, numRuns: count });
}
