import type { Mark, RoadColour } from "../../round/mark.ts";

/** The winners without the ties: what the big road is a drawing of. */
export function winners(marks: readonly Mark[]): RoadColour[] {
  return marks.map(({ colour }) => colour).filter((colour) => colour !== "green");
}

/**
 * The lengths of the streaks of equal colours: the "logical columns" that the derived roads compare,
 * however the drawn ones bend.
 */
export function streakLengths(colours: readonly string[]): number[] {
  const lengths: number[] = [];
  let previous: string | undefined;
  for (const colour of colours) {
    if (colour === previous) {
      lengths.push((lengths.pop() ?? 0) + 1);
    } else {
      lengths.push(1);
    }
    previous = colour;
  }
  return lengths;
}
