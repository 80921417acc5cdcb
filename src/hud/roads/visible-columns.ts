import type { RoadCell } from "./place-streaks.ts";

export interface Columns {
  readonly first: number;
  readonly count: number;
}

/**
 * The last columns of a road, at most `count`; the last one is kept free for the next mark. A long dragon tail can
 * reach far to the right of the newest cell, which is the last in `cells`. The columns then end earlier, so that the
 * newest cell is always within the last `near` of them.
 */
export function lastColumns(cells: readonly RoadCell[], count: number, near: number): Columns {
  const newest = cells.at(-1)?.column ?? 0;
  const last = cells.reduce((most, { column }) => Math.max(most, column), 0);
  const end = cells.length === 0 ? 1 : Math.min(last + 2, newest + near);
  const first = Math.max(0, end - count);
  return { first, count: end - first };
}

export function isVisible({ first, count }: Columns, { column }: RoadCell): boolean {
  return column >= first && column < first + count;
}
