import type { Random } from "../../src/round/random.ts";

/** Returns the numbers of a list in order, and records the requested limits. */
export interface StubRandom extends Random {
  readonly limits: readonly number[];
}

/** A source of these numbers, one per draw. Throws if there are no more. */
export function stubRandom(draws: readonly number[]): StubRandom {
  const limits: number[] = [];
  return {
    limits,
    below(limit) {
      const draw = draws[limits.length];
      if (draw === undefined || draw >= limit) {
        throw new RangeError(`Draw ${limits.length} below ${limit} is not written down.`);
      }
      limits.push(limit);
      return draw;
    },
  };
}
