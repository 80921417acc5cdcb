import fc from "fast-check";
import { ROWS } from "../../../src/hud/roads/place-streaks.ts";
import type { RoadCell } from "../../../src/hud/roads/place-streaks.ts";
import type { Mark } from "../../../src/round/mark.ts";

const colours = { B: "red", P: "blue", T: "green" } as const;

/** Marks from letters: B banker, P player, T tie. */
export function marksOf(letters: string): Mark[] {
  return [...letters].map((letter) => ({
    colour: colours[letter as keyof typeof colours],
    pairs: [],
  }));
}

/** A road as text, one string per column: `text` formats a cell, and a dot means an empty cell. */
export function columnsOf<Cell extends RoadCell>(
  cells: readonly Cell[],
  text: (cell: Cell) => string,
): string[] {
  const width = Math.max(0, ...cells.map(({ column }) => column + 1));
  return Array.from({ length: width }, (_, column) =>
    Array.from({ length: ROWS }, (__, row) => {
      const here = cells.filter((cell) => cell.column === column && cell.row === row);
      return here.length === 0 ? "." : here.map(text).join("+");
    }).join(" "),
  );
}

/** Random letters for a board, occasionally with few changes, to get dragon tails. */
export const histories = fc.oneof(
  fc.array(fc.constantFrom("B", "P", "T"), { maxLength: 72 }).map((letters) => letters.join("")),
  fc
    .array(fc.tuple(fc.constantFrom("B", "P", "T"), fc.integer({ min: 1, max: 14 })), {
      maxLength: 12,
    })
    .map((runs) => runs.map(([letter, length]) => letter.repeat(length)).join("")),
);
