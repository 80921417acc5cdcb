import { html, nothing, svg } from "lit";
import type { TemplateResult } from "lit";
import { beadPlate } from "../roads/bead-plate.ts";
import { bigRoad } from "../roads/big-road.ts";
import { BOARD_ROUNDS } from "../roads/board.ts";
import { DERIVED_ROADS, derivedRoad } from "../roads/derived-road.ts";
import type { DerivedRoadName } from "../roads/derived-road.ts";
import { ROWS } from "../roads/place.ts";
import { lastColumns } from "../roads/visible-columns.ts";
import type { Mark } from "../round/mark.ts";
import type { Road } from "../round/road.ts";
import type { TableView } from "../table/view.ts";
import { ifNext } from "./if-next.ts";
import { boardMarks, sideOfColour } from "./marks.ts";
import { derivedMarks, layer, roadPicture, stamps, x, y } from "./road-picture.ts";
import { sideLetter, sideName } from "./side.ts";

/** How many columns are drawn: a whole board, since a wide box has room for it. */
const COLUMNS = BOARD_ROUNDS;
/** The newest mark is among this many last columns: the narrowest box shows no more. */
const NEAR = 8;

const COLOURS = ["red", "blue"] as const;

/** The roads of the current board; nothing for a game without roads. */
export function roads(view: TableView): TemplateResult | typeof nothing {
  const { board } = view.game;
  if (board.roads.length === 0) {
    return nothing;
  }
  const marks = boardMarks(view);
  const derived = (Object.keys(DERIVED_ROADS) as DerivedRoadName[]).filter((name) =>
    board.roads.includes(name),
  );
  return html`<div class="roads" part="roads">
    <div class="road-board" role="group" aria-label=${view.words.scores.board} tabindex="0">
      ${board.roads.includes("bead-plate") ? beads(view, marks) : nothing}
      ${board.roads.includes("big-road") ? big(view, marks) : nothing}
      <div class="derived">${derived.map((name) => small(view, marks, name))}</div>
      ${derived.length === 0 ? nothing : ifNext(view)}
    </div>
  </div>`;
}

function beads(view: TableView, marks: readonly Mark[]): TemplateResult {
  const columns = { first: 0, count: BOARD_ROUNDS / ROWS };
  const letters = { red: "", blue: "", green: "" };
  for (const colour of ["red", "blue", "green"] as const) {
    letters[colour] = sideLetter(view, sideOfColour(view, colour));
  }
  return roadPicture(describe(view, "bead-plate", marks), columns, beadPlate(marks), (cells) => [
    ...(["red", "blue", "green"] as const).map((colour) =>
      layer("bead-dot", colour, columns, withColour(cells, colour), stamps.dot),
    ),
    // One text element for all letters: `x` and `y` list a position for each.
    cells.length === 0
      ? ""
      : svg`<text x=${cells.map((cell) => x(columns, cell)).join(" ")} y=${cells.map((cell) => y(cell) + 2.2).join(" ")}>${cells.map(({ colour }) => letters[colour]).join("")}</text>`,
    ...pairDots(cells, columns),
    layer("suited", "green", columns, suited(cells), stamps.halo),
  ]);
}

function big(view: TableView, marks: readonly Mark[]): TemplateResult {
  const road = bigRoad(marks);
  const columns = lastColumns(road.cells, COLUMNS, NEAR);
  return roadPicture(describe(view, "big-road", marks), columns, road.cells, (cells) => {
    // Ties before the first win stand in the first cell, which nothing else uses yet.
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

function small(view: TableView, marks: readonly Mark[], name: DerivedRoadName): TemplateResult {
  const cells = derivedRoad(marks, name);
  const columns = lastColumns(cells, COLUMNS, NEAR);
  const { kind, stamp } = derivedMarks[name];
  const { scores } = view.words;
  const last = cells.at(-1);
  const title = scores.roads[name];
  const label = [
    title,
    scores.marks(cells.length),
    ...(last ? [scores.last(scores.colours[last.colour])] : []),
  ];
  return roadPicture({ name, title, label: label.join(", ") }, columns, cells, (some) =>
    COLOURS.map((colour) => layer(kind, colour, columns, withColour(some, colour), stamp)),
  );
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

function withColour<Cell extends { colour: string }>(cells: readonly Cell[], colour: string) {
  return cells.filter((cell) => cell.colour === colour);
}

/** The label of a road of results, for screen readers. */
function describe(view: TableView, name: Road, marks: readonly Mark[]) {
  const { scores } = view.words;
  const last = marks.at(-1);
  const title = scores.roads[name];
  const label = [
    title,
    scores.results(marks.length),
    ...(last ? [scores.last(sideName(view, sideOfColour(view, last.colour)))] : []),
  ];
  return { name, title, label: label.join(", ") };
}
