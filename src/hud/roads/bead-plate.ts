import type { Mark } from "../../round/mark.ts";
import { BOARD_ROUNDS } from "./current-board.ts";
import { ROWS } from "./place-streaks.ts";
import type { RoadCell } from "./place-streaks.ts";

export const BEAD_COLUMNS = BOARD_ROUNDS / ROWS;

/** A result on the bead plate, which shows every result, including ties. */
export type Bead = RoadCell & Mark;

export function beadPlate(marks: readonly Mark[]): Bead[] {
  return marks.map((mark, index) => ({
    column: Math.floor(index / ROWS),
    row: index % ROWS,
    ...mark,
  }));
}
