import type { Chance } from "../../src/round/chance.ts";

/** A chance that gives written-down numbers in their order, and remembers what it was asked. */
export interface StubChance extends Chance {
  /** The limits asked for so far. */
  readonly limits: readonly number[];
}

/** A chance that gives these numbers, one a draw. Throws when asked for more. */
export function stubChance(draws: readonly number[]): StubChance {
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
