import type { Mark, Road, RoadColour } from "../../round/mark.ts";
import { placeStreaks } from "./place-streaks.ts";
import { streakLengths, winners } from "./streaks.ts";

/** The distance, in streaks to the left, over which each derived road compares. */
export const DERIVED_ROADS = {
  "big-eye-boy": 1,
  "small-road": 2,
  "cockroach-pig": 3,
} as const satisfies Partial<Record<Road, number>>;
export type DerivedRoadName = keyof typeof DERIVED_ROADS;

/**
 * A derived road's marks, red where the big road repeats itself and blue where it does not. They are placed like
 * streaks of the big road: a new column on every change of colour.
 */
export function derivedRoad(marks: readonly Mark[], name: DerivedRoadName) {
  const colours = derivedColours(streakLengths(winners(marks)), DERIVED_ROADS[name]);
  const places = placeStreaks(streakLengths(colours));
  return places.map((at, index) => ({ ...at, colour: colours[index] as RoadColour }));
}

/**
 * The colours of a derived road that looks `back` streaks further left, from the big road's streak lengths.
 *
 * The first win of a streak compares the two streaks before it that are `back` apart: red if they are equally long.
 * Every further win looks left at the same height: blue if the streak there ended just above, red if it continues or
 * ended earlier. Wins before the second of streak `back` + 1 draw nothing, which is the usual rule "from B2, otherwise
 * from C1", and so on.
 */
function derivedColours(lengths: readonly number[], back: number): RoadColour[] {
  const colours: RoadColour[] = [];
  for (const [streak, length] of lengths.entries()) {
    const left = lengths[streak - back];
    if (left === undefined) {
      continue;
    }
    const beforeLeft = lengths[streak - 1 - back];
    if (beforeLeft !== undefined) {
      colours.push(lengths[streak - 1] === beforeLeft ? "red" : "blue");
    }
    for (let height = 2; height <= length; height++) {
      colours.push(height === left + 1 ? "blue" : "red");
    }
  }
  return colours;
}
