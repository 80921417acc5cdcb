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
import type { TableView } from "../table/view.ts";
import { derivedStamps } from "./derived-stamps.ts";
import { askRoad } from "./if-next.ts";
import { boardMarks, sideOfColour } from "./marks.ts";
import { layer, roadPicture, stamps, x, y } from "./road-picture.ts";
import { sideLetter, sideName } from "./side.ts";

/** Columns that are drawn: the whole board, since a wide box may show all of it. */
const COLUMNS = BOARD_ROUNDS;
/** The newest mark is this close to the right edge, which is what the narrowest box shows. */
const NEAR = 8;

const COLOURS = ["red", "blue"] as const;

/** The roads of the current board; nothing for a game that has none. */
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
      ${derived.length === 0 ? nothing : askRoad(view)}
    </div>
  </div>`;
}

function beads(view: TableView, marks: readonly Mark[]): TemplateResult {
  const window = { first: 0, count: BOARD_ROUNDS / ROWS };
  const letters = { red: "", blue: "", green: "" };
  for (const colour of ["red", "blue", "green"] as const) {
    letters[colour] = sideLetter(view, sideOfColour(view, colour));
  }
  return roadPicture(describe(view, "bead-plate", marks), window, beadPlate(marks), (cells) => [
    ...(["red", "blue", "green"] as const).map((colour) =>
      layer("bead-dot", colour, window, withColour(cells, colour), stamps.dot),
    ),
    // One text for all letters: a place for each of them, in lists.
    cells.length === 0
      ? ""
      : svg`<text x=${cells.map((cell) => x(window, cell)).join(" ")} y=${cells.map((cell) => y(cell) + 2.2).join(" ")}>${cells.map(({ colour }) => letters[colour]).join("")}</text>`,
    ...pairDots(cells, window),
    layer("suited", "green", window, suited(cells), stamps.halo),
  ]);
}

function big(view: TableView, marks: readonly Mark[]): TemplateResult {
  const road = bigRoad(marks);
  const window = lastColumns(road.cells, COLUMNS, NEAR);
  return roadPicture(describe(view, "big-road", marks), window, road.cells, (cells) => {
    // Ties that wait for the first win: there is no cell yet, so nothing is drawn twice.
    const tied =
      road.leadingTies > 0
        ? [{ column: 0, row: 0, ties: road.leadingTies }]
        : cells.filter(({ ties }) => ties > 0);
    return [
      ...COLOURS.map((colour) =>
        layer("ring", colour, window, withColour(cells, colour), stamps.ring),
      ),
      layer("tie", "green", window, tied, stamps.slash),
      layer("suited gem", "green", window, suited(cells), stamps.gem),
      ...tied
        .filter(({ ties }) => ties > 1)
        .map(
          (cell) =>
            svg`<text class="ties" x=${x(window, cell)} y=${y(cell) + 2}>${cell.ties}</text>`,
        ),
      ...pairDots(cells, window),
    ];
  });
}

function small(view: TableView, marks: readonly Mark[], name: DerivedRoadName): TemplateResult {
  const cells = derivedRoad(marks, name);
  const window = lastColumns(cells, COLUMNS, NEAR);
  const { kind, stamp } = derivedStamps[name];
  const { scores } = view.words;
  const last = cells.at(-1);
  const title = scores.roads[name];
  const label = [
    title,
    scores.marks(cells.length),
    ...(last ? [scores.last(scores.colours[last.colour])] : []),
  ];
  return roadPicture({ name, title, label: label.join(", ") }, window, cells, (some) =>
    COLOURS.map((colour) => layer(kind, colour, window, withColour(some, colour), stamp)),
  );
}

function pairDots(
  cells: readonly (Pick<Mark, "pairs"> & { column: number; row: number })[],
  window: ReturnType<typeof lastColumns>,
) {
  return COLOURS.map((colour) => {
    const paired = cells.filter(({ pairs }) => pairs.includes(colour));
    return layer("pair", colour, window, paired, stamps[colour]);
  });
}

function suited<Cell extends { suited?: true }>(cells: readonly Cell[]): Cell[] {
  return cells.filter((cell) => cell.suited);
}

function withColour<Cell extends { colour: string }>(cells: readonly Cell[], colour: string) {
  return cells.filter((cell) => cell.colour === colour);
}

/** A road of results in words. */
function describe(view: TableView, name: "bead-plate" | "big-road", marks: readonly Mark[]) {
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
