import { html, svg } from "lit";
import type { TemplateResult } from "lit";
import { ROWS } from "../roads/place.ts";
import type { Place } from "../roads/place.ts";
import { isInside } from "../roads/visible-columns.ts";
import type { Window } from "../roads/visible-columns.ts";
import type { Mark } from "../round/mark.ts";

/** The side of a cell in the units of a road's picture. */
const CELL = 10;

/**
 * The lines of the grid, one path for every road. They go on to the right of the picture, into what
 * is left of its box; there are as many columns as the widest box can show.
 */
const GRID = `M0 0${"v60m10-60".repeat(120)}M0 0${"h1200m-1200 10".repeat(ROWS + 1)}`;

/** The marks of roads, as strokes from the middle of a cell. A dot is a line of no length. */
export const stamps = {
  dot: "h0",
  ring: "m-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0",
  slash: "m-3.3 3.3l6.6-6.6",
  /** Of a suited tie: around its bead, and at the upper end of its stroke. */
  halo: "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  gem: "m3-3h0",
  /** The dots of pairs: the red side's above, the blue side's below. */
  red: "m-4.8-3.3a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
  blue: "m1.8 3.3a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
} as const;

/**
 * A road as a picture, with its name, which is shown where there is room. It is as wide as its columns: the box
 * around it (`.road`) cuts off old ones on the left when it is narrower. `draw` draws some of its
 * cells: the newest is drawn by itself, so that it can stand out from the others.
 */
export function roadPicture<Cell extends Place>(
  { name, title, label }: { name: string; title: string; label: string },
  window: Window,
  cells: readonly Cell[],
  draw: (cells: readonly Cell[]) => readonly unknown[],
): TemplateResult {
  const newest = cells.at(-1);
  return html`<div class="road ${name}">
    <span class="road-name" aria-hidden="true">${title}</span>
    <div class="road-box">
      <svg viewBox="0 0 ${window.count * CELL} ${ROWS * CELL}" role="img" aria-label=${label}>
        <path class="grid" d=${GRID}></path>
        ${draw(cells.slice(0, -1))}${
          newest === undefined || !isInside(window, newest)
            ? ""
            : svg`<g class="newest">${frame(window, newest)}${draw([newest])}</g>`
        }
      </svg>
    </div>
  </div>`;
}

/** One stamp in many cells: a single path, since most of a page's weight would be in its roads. */
export function layer(
  kind: string,
  colour: Mark["colour"],
  window: Window,
  cells: readonly Place[],
  stamp: string,
): TemplateResult<2> | "" {
  const d = cells
    .filter((cell) => isInside(window, cell))
    .map((cell) => `M${x(window, cell)} ${y(cell)}${stamp}`)
    .join("");
  return d === "" ? "" : svg`<path class=${kind} data-colour=${colour} d=${d}></path>`;
}

/** The middle of a cell. */
export function x(window: Window, { column }: Place): number {
  return (column - window.first) * CELL + CELL / 2;
}

export function y({ row }: Place): number {
  return row * CELL + CELL / 2;
}

/** What marks the newest cell. */
function frame(window: Window, cell: Place): TemplateResult<2> {
  return svg`<rect x=${x(window, cell) - CELL / 2} y=${y(cell) - CELL / 2} width=${CELL} height=${CELL}></rect>`;
}
