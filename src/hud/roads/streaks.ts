import { TIE_COLOUR } from "../../round/mark.ts";
import type { Mark, RoadColour } from "../../round/mark.ts";

/** The winners without the ties, as on the big road. */
export function winners(marks: readonly Mark[]): RoadColour[] {
  return marks.map(({ colour }) => colour).filter((colour) => colour !== TIE_COLOUR);
}

/**
 * The lengths of streaks of one colour. These are the logical columns that the derived roads compare, regardless of
 * dragon tails.
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

/** The number of consecutive items at the end that satisfy a condition, which also receives the following item. */
export function lengthOfEnd<Item>(
  items: readonly Item[],
  isWanted: (item: Item, next: Item | undefined) => boolean,
): number {
  return items.length - 1 - items.findLastIndex((item, i) => !isWanted(item, items[i + 1]));
}
