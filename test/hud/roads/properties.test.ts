import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { beadPlate } from "../../../src/hud/roads/bead-plate.ts";
import { bigRoad } from "../../../src/hud/roads/big-road.ts";
import { DERIVED_ROADS, derivedRoad } from "../../../src/hud/roads/derived-road.ts";
import type { DerivedRoadName } from "../../../src/hud/roads/derived-road.ts";
import { markIfNext } from "../../../src/hud/scoreboard/road-board.ts";
import { histories, marksOf } from "./marks.ts";

/** Fills in the grid as a player fills in a scorecard, one cell per result, without knowing a streak's length. */
function filledInByHand(colours: readonly string[]): string[] {
  const card: Record<string, string> = {};
  const trail: string[] = [];
  let head = -1;
  let at = { column: 0, row: 0 };
  let goesRight = false;
  colours.forEach((colour, index) => {
    if (colour === colours[index - 1]) {
      const below = `${at.column},${at.row + 1}`;
      goesRight = goesRight || at.row === 5 || below in card;
      at = goesRight ? { ...at, column: at.column + 1 } : { ...at, row: at.row + 1 };
    } else {
      head += 1;
      while (`${head},0` in card) {
        head += 1;
      }
      at = { column: head, row: 0 };
      goesRight = false;
    }
    card[`${at.column},${at.row}`] = colour;
    trail.push(`${at.column},${at.row} ${colour}`);
  });
  return trail;
}

/**
 * The printed guides' rule, on a card of columns as long as their streaks. At a column's head: red if the two columns
 * before it, `back` apart, are equally long. Below: look `back` columns left at this height. A mark there: red; none,
 * but a mark above it: blue; two empty cells: red.
 */
function coloursByTheGuides(wins: readonly string[], back: number): string[] {
  const columns: string[][] = [];
  const drawn: string[] = [];
  for (const win of wins) {
    const current = columns.at(-1);
    if (current === undefined || current[0] !== win) {
      columns.push([win]);
      const before = columns.at(-2);
      const further = columns.at(-2 - back);
      if (before !== undefined && further !== undefined) {
        drawn.push(before.length === further.length ? "red" : "blue");
      }
    } else {
      current.push(win);
      const left = columns.at(-1 - back);
      if (left !== undefined) {
        const here = left[current.length - 1];
        const above = left[current.length - 2];
        drawn.push(here === undefined && above !== undefined ? "blue" : "red");
      }
    }
  }
  return drawn;
}

const trailOf = (cells: readonly { column: number; row: number; colour: string }[]) =>
  cells.map(({ column, row, colour }) => `${column},${row} ${colour}`);

const winsOf = (letters: string) =>
  [...letters]
    .filter((letter) => letter !== "T")
    .map((letter) => (letter === "B" ? "red" : "blue"));

const names = Object.keys(DERIVED_ROADS) as DerivedRoadName[];

describe("the roads of any history", () => {
  test("the big road matches an independent implementation", () => {
    fc.assert(
      fc.property(histories, (letters) => {
        const trail = trailOf(bigRoad(marksOf(letters)).cells);
        expect(trail).toEqual(filledInByHand(winsOf(letters)));
      }),
      { numRuns: 500 },
    );
  });

  test.each(names)("the road %s has the colours of printed casino guides", (name) => {
    fc.assert(
      fc.property(histories, (letters) => {
        const colours = coloursByTheGuides(winsOf(letters), DERIVED_ROADS[name]);
        expect(trailOf(derivedRoad(marksOf(letters), name))).toEqual(filledInByHand(colours));
      }),
      { numRuns: 500 },
    );
  });

  test("no result is missing on the roads", () => {
    fc.assert(
      fc.property(histories, (letters) => {
        const marks = marksOf(letters);
        const { cells, leadingTies } = bigRoad(marks);
        const ties = cells.reduce((sum, cell) => sum + cell.ties, leadingTies);
        expect(beadPlate(marks)).toHaveLength(letters.length);
        expect([cells.length, ties]).toEqual([
          winsOf(letters).length,
          letters.length - winsOf(letters).length,
        ]);
      }),
    );
  });

  test.each(names)("the hint for the road %s is the mark that the next win adds", (name) => {
    fc.assert(
      fc.property(histories, fc.constantFrom("B", "P"), (letters, next) => {
        const before = derivedRoad(marksOf(letters), name);
        const after = derivedRoad(marksOf(letters + next), name);
        const drawn = after.length > before.length ? after.at(-1)?.colour : null;
        expect(markIfNext(marksOf(letters), name, next === "B" ? "red" : "blue")).toBe(drawn);
      }),
    );
  });
});
