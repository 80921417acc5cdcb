import type { Random } from "../../src/round/random.ts";

/** A source of these numbers, one per draw, which records the requested limits. Throws if there are no more. */
export function stubRandom(draws: readonly number[]): Random & { limits: readonly number[] } {
  const limits: number[] = [];
  return {
    limits,
    below(limit) {
      const draw = draws[limits.length];
      if (draw === undefined || draw >= limit) {
        throw new RangeError(`Draw ${limits.length} below ${limit} is not given.`);
      }
      limits.push(limit);
      return draw;
    },
  };
}
