import { TIE_COLOUR } from "../../round/mark.ts";
import type { Mark, RoadColour } from "../../round/mark.ts";
import { placeStreaks } from "./place-streaks.ts";
import type { RoadCell } from "./place-streaks.ts";
import { streakLengths, winners } from "./streaks.ts";

export interface BigRoadCell extends RoadCell {
  readonly colour: RoadColour;
  readonly pairs: readonly RoadColour[];
  /** The number of ties after this win; on the first cell, also those before it. */
  readonly ties: number;
  readonly suited?: true;
}

/** The big road: streaks of wins as columns, ties as marks on the win before them. */
export function bigRoad(marks: readonly Mark[]) {
  const places = placeStreaks(streakLengths(winners(marks)));
  const cells: BigRoadCell[] = [];
  /** The number of ties while there is no win yet; 0 afterwards. */
  let leadingTies = 0;
  for (const { colour, pairs, suited } of marks) {
    const last = cells.at(-1);
    if (colour !== TIE_COLOUR) {
      const at = places[cells.length] as RoadCell; // as many places as wins
      cells.push({ ...at, colour, pairs, ties: leadingTies });
      leadingTies = 0;
    } else if (last === undefined) {
      leadingTies++;
    } else {
      cells[cells.length - 1] = { ...last, ties: last.ties + 1, ...(suited && { suited }) };
    }
  }
  return { cells, leadingTies };
}
