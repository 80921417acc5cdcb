import { html, nothing, svg } from "lit";
import type { TemplateResult } from "lit";
import type { Mark, RoadColour } from "../../round/mark.ts";
import { DERIVED_ROADS, derivedRoad } from "../roads/derived-road.ts";
import type { DerivedRoadName } from "../roads/derived-road.ts";
import { lastColumns } from "../roads/visible-columns.ts";
import { disc, sideName } from "../side.ts";
import type { TableView } from "../table/view.ts";
import { boardMarks, sideOfColour } from "./board-marks.ts";
import {
  beads,
  bigRoadView,
  COLOURS,
  COLUMNS,
  describeRoad,
  NEAR_COLUMNS,
} from "./result-roads.ts";
import { derivedMarks, layer, roadPicture, withColour } from "./road-picture.ts";

const derivedRoads = Object.keys(DERIVED_ROADS) as DerivedRoadName[];

/** Renders the roads of the current board; nothing for a game without roads. */
export function roadBoard(view: TableView): TemplateResult | typeof nothing {
  const { game } = view;
  if (game.roads.length === 0) {
    return nothing;
  }
  const marks = boardMarks(view);
  const derived = derivedRoads.filter((name) => game.roads.includes(name));
  return html`<div class="roads" part="roads">
    <div class="road-board" role="group" aria-label=${view.words.scores.board} tabindex="0">
      ${game.roads.includes("bead-plate") ? beads(view, marks) : nothing}
      ${game.roads.includes("big-road") ? bigRoadView(view, marks) : nothing}
      <div class="derived">${derived.map((name) => derivedRoadView(view, marks, name))}</div>
      ${derived.length === 0 ? nothing : nextMarkHints(view, marks)}
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

function nextMarkHints(view: TableView, marks: readonly Mark[]): TemplateResult {
  return html`<div class="ask" part="ask" role="group" aria-label=${view.words.scores.wouldDraw}>
    <span class="ask-title" aria-hidden="true">${view.words.scores.wouldDraw}</span>
    ${nextMarkHint(view, marks, "red")}${nextMarkHint(view, marks, "blue")}
  </div>`;
}

function nextMarkHint(view: TableView, marks: readonly Mark[], next: RoadColour): TemplateResult {
  const { scores } = view.words;
  const side = sideOfColour(view, next);
  const nextMarks = derivedRoads.map((name) => ({ name, colour: markIfNext(marks, name, next) }));
  const spoken = nextMarks.map(
    ({ name, colour }) =>
      `${scores.roads[name]} ${colour === null ? scores.nothing : scores.colours[colour]}`,
  );
  return html`<div class="hint">
    ${disc(view, side)}
    <svg
      viewBox="0 0 36 10"
      role="img"
      aria-label="${scores.ifNext(sideName(view, side))}: ${spoken.join(", ")}"
    >
      ${nextMarks.map(({ name, colour }, index) =>
        colour === null
          ? svg`<path class="no-mark" d="M${index * 12 + 4} 5h4"></path>`
          : svg`<path class=${derivedMarks[name].kind} data-colour=${colour} d="M${index * 12 + 6} 5${derivedMarks[name].stamp}"></path>`,
      )}
    </svg>
  </div>`;
}

/**
 * The mark that a derived road would get if a side won next; null for none. It predicts nothing: rounds are
 * independent.
 */
export function markIfNext(
  marks: readonly Mark[],
  name: DerivedRoadName,
  next: RoadColour,
): RoadColour | null {
  const drawn = derivedRoad(marks, name).length;
  const cells = derivedRoad([...marks, { colour: next, pairs: [] }], name);
  return cells.length > drawn ? (cells.at(-1)?.colour ?? null) : null;
}
