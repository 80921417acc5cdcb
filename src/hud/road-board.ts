import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Mark } from "../round/mark.ts";
import { askMarks } from "./ask-marks.ts";
import { boardMarks } from "./marks.ts";
import {
  beads,
  bigRoadView,
  COLOURS,
  COLUMNS,
  describeRoad,
  NEAR_COLUMNS,
} from "./result-roads.ts";
import { derivedMarks, layer, roadPicture, withColour } from "./road-picture.ts";
import { DERIVED_ROADS, derivedRoad } from "./roads/derived-road.ts";
import type { DerivedRoadName } from "./roads/derived-road.ts";
import { lastColumns } from "./roads/visible-columns.ts";
import type { TableView } from "./table/view.ts";

/** Renders the roads of the current board; nothing for a game without roads. */
export function roadBoard(view: TableView): TemplateResult | typeof nothing {
  const { game } = view;
  if (game.roads.length === 0) {
    return nothing;
  }
  const marks = boardMarks(view);
  const derived = (Object.keys(DERIVED_ROADS) as DerivedRoadName[]).filter((name) =>
    game.roads.includes(name),
  );
  return html`<div class="roads" part="roads">
    <div class="road-board" role="group" aria-label=${view.words.scores.board} tabindex="0">
      ${game.roads.includes("bead-plate") ? beads(view, marks) : nothing}
      ${game.roads.includes("big-road") ? bigRoadView(view, marks) : nothing}
      <div class="derived">${derived.map((name) => derivedRoadView(view, marks, name))}</div>
      ${derived.length === 0 ? nothing : askMarks(view)}
    </div>
  </div>`;
}

function derivedRoadView(
  view: TableView,
  marks: readonly Mark[],
  name: DerivedRoadName,
): TemplateResult {
  const cells = derivedRoad(marks, name);
  const columns = lastColumns(cells, COLUMNS, NEAR_COLUMNS);
  const { kind, stamp } = derivedMarks[name];
  const { scores } = view.words;
  const last = cells.at(-1);
  const lastName = last && scores.colours[last.colour];
  const about = describeRoad(view, name, scores.marks(cells.length), lastName);
  return roadPicture(about, columns, cells, (visibleCells) =>
    COLOURS.map((colour) => layer(kind, colour, columns, withColour(visibleCells, colour), stamp)),
  );
}
