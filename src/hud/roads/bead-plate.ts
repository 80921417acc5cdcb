import type { Mark } from "../../round/mark.ts";
import { ROWS } from "./place.ts";
import type { Place } from "./place.ts";

/** A result on the bead plate, which shows every one, ties included. */
export type Bead = Place & Mark;

/** The bead plate: result after result, down and then to the right. */
export function beadPlate(marks: readonly Mark[]): Bead[] {
  return marks.map((mark, index) => ({
    column: Math.floor(index / ROWS),
    row: index % ROWS,
    ...mark,
  }));
}
