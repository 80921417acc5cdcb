import type { Mark, RoadColour } from "../../round/mark.ts";

/** The winners without the ties, as on the big road. */
export function winners(marks: readonly Mark[]): RoadColour[] {
  return marks.map(({ colour }) => colour).filter((colour) => colour !== "green");
}

/**
 * The lengths of the streaks of equal colours. These are the logical columns that the derived roads compare, regardless
 * of dragon tails.
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
