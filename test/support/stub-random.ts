import type { Random } from "../../src/round/random.ts";

/** Gives the numbers of a list in their order, and remembers the limits asked for. */
export interface StubRandom extends Random {
  /** The limits asked for so far. */
  readonly limits: readonly number[];
}

/** A source of these numbers, one a draw. Throws when asked for more. */
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
