import { html, svg } from "lit";
import type { TemplateResult } from "lit";
import type { Mark } from "../../round/mark.ts";
import type { DerivedRoadName } from "../roads/derived-road.ts";
import { ROWS } from "../roads/place-streaks.ts";
import type { RoadCell } from "../roads/place-streaks.ts";
import { isVisible } from "../roads/visible-columns.ts";
import type { Columns } from "../roads/visible-columns.ts";

/** A cell's side, in the picture's units. */
export const CELL = 10;
const HEIGHT = ROWS * CELL;

/**
 * The grid lines, one path for all roads. They extend to the right of the picture across the rest of its box; the
 * widest box shows 120 columns.
 */
const GRID = `M0 0${`v${HEIGHT}m10-${HEIGHT}`.repeat(120)}M0 0${"h1200m-1200 10".repeat(ROWS + 1)}`;

/** Road marks, as paths relative to a cell's centre. A dot is a line of zero length. */
export const stamps = {
  dot: "h0",
  ring: "m-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0",
  slash: "m-3.3 3.3l6.6-6.6",
  /** Marks of a suited tie: around its bead, and at the upper end of its slash. */
  halo: "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  gem: "m3-3h0",
  /** The dots of pairs: the red side's at the top left, the blue side's at the bottom right. */
  red: "m-4.8-3.3a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
  blue: "m1.8 3.3a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
} as const;

/** Each derived road's marks, by which players distinguish them. */
export const derivedMarks = {
  "big-eye-boy": { kind: "ring", stamp: stamps.ring },
  "small-road": { kind: "dot", stamp: stamps.dot },
  "cockroach-pig": { kind: "slash", stamp: stamps.slash },
} as const satisfies Record<DerivedRoadName, object>;

/**
 * Renders a road, and its name if there is room. The picture is as wide as its columns; a narrower box (`.road`) cuts
 * off the oldest on the left. `draw` is called with all cells except the newest, and with the newest alone, so that it
 * can be highlighted.
 */
export function roadPicture<Cell extends RoadCell>(
  { name, title, label }: { name: string; title: string; label: string },
  columns: Columns,
  cells: readonly Cell[],
  draw: (cells: readonly Cell[]) => readonly unknown[],
): TemplateResult {
  const newest = cells.at(-1);
  return html`<div class="road ${name}">
    <span class="road-name" aria-hidden="true">${title}</span>
    <div class="road-box">
      <svg viewBox="0 0 ${columns.count * CELL} ${HEIGHT}" role="img" aria-label=${label}>
        <path class="grid" d=${GRID}></path>
        ${draw(cells.slice(0, -1))}${
          newest === undefined || !isVisible(columns, newest)
            ? ""
            : svg`<g class="newest">${frame(columns, newest)}${draw([newest])}</g>`
        }
      </svg>
    </div>
  </div>`;
}

/** One mark in many cells, as a single path, because a path per cell would be most of the page's size. */
export function layer(
  kind: string,
  colour: Mark["colour"],
  columns: Columns,
  cells: readonly RoadCell[],
  stamp: string,
): TemplateResult<2> | "" {
  const d = cells
    .filter((cell) => isVisible(columns, cell))
    .map((cell) => `M${x(columns, cell)} ${y(cell)}${stamp}`)
    .join("");
  return d === "" ? "" : svg`<path class=${kind} data-colour=${colour} d=${d}></path>`;
}

/** The coordinates of a cell's centre. */
export function x(columns: Columns, { column }: RoadCell): number {
  return (column - columns.first) * CELL + CELL / 2;
}

export function y({ row }: RoadCell): number {
  return row * CELL + CELL / 2;
}

export function withColour<Cell extends { colour: string }>(
  cells: readonly Cell[],
  colour: string,
): Cell[] {
  return cells.filter((cell) => cell.colour === colour);
}

function frame(columns: Columns, cell: RoadCell): TemplateResult<2> {
  return svg`<rect x=${x(columns, cell) - CELL / 2} y=${y(cell) - CELL / 2} width=${CELL} height=${CELL}></rect>`;
}
