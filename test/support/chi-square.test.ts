import { describe, expect, test } from "vitest";
import {
  chiSquare,
  chiSquareLimit,
  independent,
  Tally,
  tallyPairs,
  uniform,
} from "./chi-square.ts";

function tallyOf(counts: Record<string, number>): Tally {
  const tally = new Tally();
  for (const [key, times] of Object.entries(counts)) {
    tally.add(key, times);
  }
  return tally;
}

const die = uniform(["1", "2", "3", "4", "5", "6"]);

describe("chi-square", () => {
  test("is nought when everything falls exactly as the odds say", () => {
    expect(chiSquare(tallyOf({ a: 10, b: 20, c: 30 }), { a: 1, b: 2, c: 3 })).toBe(0);
  });

  test("is the sum worked out by hand", () => {
    // Expected ten each: 25/10 + 4/10 + 4/10 + 1/10 + 0 + 100/10.
    const throws = { 1: 5, 2: 8, 3: 8, 4: 9, 5: 10, 6: 20 };
    expect(chiSquare(tallyOf(throws), die)).toBeCloseTo(13.4);
  });

  test("counts what never happened as well", () => {
    expect(chiSquare(tallyOf({ a: 20 }), { a: 1, b: 1 })).toBe(20);
  });

  test("goes above its limit for a die that is one per cent off in a million throws", () => {
    const loaded = { 1: 168_333, 2: 166_333, 3: 166_333, 4: 166_333, 5: 166_333, 6: 166_335 };
    expect(chiSquare(tallyOf(loaded), die)).toBeGreaterThan(chiSquareLimit(5));
  });

  test("is refused for a thing without odds and for too few rounds", () => {
    expect(() => chiSquare(tallyOf({ 1: 100, 7: 1 }), die)).toThrow('"7" has no odds');
    expect(() => chiSquare(tallyOf({ 1: 5 }), die)).toThrow("too few rounds");
    expect(() => chiSquareLimit(4)).toThrow(RangeError);
  });
});

describe("pairs of results", () => {
  const results = ["a", "b", "c", "d", "e", "f", "g"];

  test.each([
    { lag: 1, skipped: 0, pairs: ["a,b", "c,d", "e,f"] },
    { lag: 1, skipped: 1, pairs: ["b,c", "d,e", "f,g"] },
    { lag: 2, skipped: 0, pairs: ["a,c", "b,d", "e,g"] },
    { lag: 2, skipped: 2, pairs: ["c,e", "d,f"] },
  ])("$lag apart after $skipped share no round", ({ lag, skipped, pairs }) => {
    expect([...tallyPairs(results, lag, skipped).counts.keys()]).toEqual(pairs);
  });

  test("have the odds of both", () => {
    expect(independent({ a: 1, b: 2 }, { c: 3, d: 4 })).toEqual({
      "a,c": 3,
      "a,d": 4,
      "b,c": 6,
      "b,d": 8,
    });
  });
});

test("a tally can be told apart less finely", () => {
  const grouped = tallyOf({ ax: 1, ay: 2, bx: 4 }).groupedBy((key) => key.charAt(0));
  expect(Object.fromEntries(grouped.counts)).toEqual({ a: 3, b: 4 });
  expect(grouped.total).toBe(7);
});
