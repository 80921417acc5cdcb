import { html, svg } from "lit";
import type { TemplateResult } from "lit";
import type { Mark, RoadColour } from "../round/mark.ts";
import { boardMarks, sideOfColour } from "./marks.ts";
import { derivedMarks } from "./road-picture.ts";
import { DERIVED_ROADS, derivedRoad } from "./roads/derived-road.ts";
import type { DerivedRoadName } from "./roads/derived-road.ts";
import { disc, sideName } from "./side.ts";
import type { TableView } from "./table/view.ts";

const roads = Object.keys(DERIVED_ROADS) as DerivedRoadName[];

/** Renders the mark that each derived road would draw if either side won next. */
export function askMarks(view: TableView): TemplateResult {
  const marks = boardMarks(view);
  return html`<div class="ask" part="ask" role="group" aria-label=${view.words.scores.wouldDraw}>
    <span class="ask-title" aria-hidden="true">${view.words.scores.wouldDraw}</span>
    ${hint(view, marks, "red")}${hint(view, marks, "blue")}
  </div>`;
}

function hint(view: TableView, marks: readonly Mark[], next: RoadColour): TemplateResult {
  const { scores } = view.words;
  const side = sideOfColour(view, next);
  const answers = roads.map((name) => ({ name, colour: markIfNext(marks, name, next) }));
  const spoken = answers.map(
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
      ${answers.map(({ name, colour }, index) =>
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
