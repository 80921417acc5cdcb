import { svg } from "lit";
import type { TemplateResult } from "lit";
import type { Mark, Road } from "../../round/mark.ts";
import { BEAD_COLUMNS, beadPlate } from "../roads/bead-plate.ts";
import { bigRoad } from "../roads/big-road.ts";
import { BOARD_ROUNDS } from "../roads/current-board.ts";
import { lastColumns } from "../roads/visible-columns.ts";
import { sideLetter, sideName } from "../side.ts";
import type { TableView } from "../table/view.ts";
import { sideOfColour } from "./board-marks.ts";
import { layer, roadPicture, stamps, withColour, x, y } from "./road-picture.ts";

/** A whole board fits in a wide box. */
export const COLUMNS = BOARD_ROUNDS;
/** The newest mark is within this many columns of the end, the width of the narrowest box. */
export const NEAR_COLUMNS = 8;

export const COLOURS = ["red", "blue"] as const;

export function beads(view: TableView, marks: readonly Mark[]): TemplateResult {
  const columns = { first: 0, count: BEAD_COLUMNS };
  return roadPicture(describe(view, "bead-plate", marks), columns, beadPlate(marks), (cells) => [
    ...(["red", "blue", "green"] as const).map((colour) =>
      layer("bead-dot", colour, columns, withColour(cells, colour), stamps.dot),
    ),
    // One text element for all letters, with lists of positions in `x` and `y`.
    cells.length === 0
      ? ""
      : svg`<text x=${cells.map((cell) => x(columns, cell)).join(" ")} y=${cells.map((cell) => y(cell) + 2.2).join(" ")}>${cells.map(({ colour }) => sideLetter(view, sideOfColour(view, colour))).join("")}</text>`,
    ...pairDots(cells, columns),
    layer("suited", "green", columns, suited(cells), stamps.halo),
  ]);
}

export function bigRoadView(view: TableView, marks: readonly Mark[]): TemplateResult {
  const road = bigRoad(marks);
  const columns = lastColumns(road.cells, COLUMNS, NEAR_COLUMNS);
  return roadPicture(describe(view, "big-road", marks), columns, road.cells, (cells) => {
    // Ties before the first win are drawn in the first cell, which is still free.
    const tied =
      road.leadingTies > 0
        ? [{ column: 0, row: 0, ties: road.leadingTies }]
        : cells.filter(({ ties }) => ties > 0);
    return [
      ...COLOURS.map((colour) =>
        layer("ring", colour, columns, withColour(cells, colour), stamps.ring),
      ),
      layer("tie", "green", columns, tied, stamps.slash),
      layer("suited gem", "green", columns, suited(cells), stamps.gem),
      ...tied
        .filter(({ ties }) => ties > 1)
        .map(
          (cell) =>
            svg`<text class="ties" x=${x(columns, cell)} y=${y(cell) + 2}>${cell.ties}</text>`,
        ),
      ...pairDots(cells, columns),
    ];
  });
}

function pairDots(
  cells: readonly (Pick<Mark, "pairs"> & { column: number; row: number })[],
  columns: ReturnType<typeof lastColumns>,
) {
  return COLOURS.map((colour) => {
    const paired = cells.filter(({ pairs }) => pairs.includes(colour));
    return layer("pair", colour, columns, paired, stamps[colour]);
  });
}

function suited<Cell extends { suited?: true }>(cells: readonly Cell[]): Cell[] {
  return cells.filter((cell) => cell.suited);
}

function describe(view: TableView, name: Road, marks: readonly Mark[]) {
  const last = marks.at(-1);
  const lastName = last && sideName(view, sideOfColour(view, last.colour));
  return describeRoad(view, name, view.words.scores.results(marks.length), lastName);
}

/** A road's title, and its label for screen readers: with a count, and its last mark if there is one. */
export function describeRoad(
  { words: { scores } }: TableView,
  name: Road,
  count: string,
  last = "",
) {
  const title = scores.roads[name];
  const parts = [title, count, ...(last === "" ? [] : [scores.last(last)])];
  return { name, title, label: parts.join(", ") };
}
