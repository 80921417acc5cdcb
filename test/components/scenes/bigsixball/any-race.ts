import fc from "fast-check";

/** The lanes at the gate, by team. */
export const LANES = [0, 1, 2, 3, 4, 5];

/** The values in any order. */
export const shuffled = (values: number[]) =>
  fc.shuffledSubarray(values, { minLength: values.length });

/** What a race is made of: its round, and by team the rank and the lane. */
export interface RaceSeeds {
  round: number;
  ranks: number[];
  lanes: number[];
}

/** Any race. */
export const races: fc.Arbitrary<RaceSeeds> = fc.record({
  round: fc.integer({ min: 1, max: 2 ** 40 }),
  ranks: shuffled([1, 2, 3, 4, 5, 6]),
  lanes: shuffled(LANES),
});
