import fc from "fast-check";
import { expect, test } from "vitest";
import { randomFromWords } from "../../src/round/random.ts";
import type { WordSource } from "../../src/round/random.ts";

/** The given words, then an error: no word may be read needlessly. */
function words(...given: number[]): WordSource {
  const rest = given.values();
  return () => {
    const { value, done } = rest.next();
    if (done) {
      throw new RangeError("The words are used up.");
    }
    return value;
  };
}

/** The first rejected word, calculated on paper, for limits that games use. */
const rejected = [
  { limit: 416, first: 0xffffff00 },
  { limit: 415, first: 0xfffffeba },
  { limit: 411, first: 0xffffffde },
  { limit: 6, first: 0xfffffffc },
  { limit: 5, first: 0xffffffff },
];

test.each(rejected)("a draw below $limit rejects the first unfair word", ({ limit, first }) => {
  expect(randomFromWords(words(first, limit + 1)).below(limit)).toBe(1);
});

test("a random number below a limit is exactly uniform", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), (limit) => {
      const fair = Math.floor(2 ** 32 / limit) * limit;
      // The fair words are whole cycles of 0 to limit - 1: the last of them ends a cycle …
      expect(randomFromWords(words(fair - 1)).below(limit)).toBe(limit - 1);
      // … and the remainder is less than a cycle.
      expect(2 ** 32 - fair).toBeLessThan(limit);
    }),
  );
});
