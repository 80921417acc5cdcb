import type { Place } from "./place.ts";

/** The columns of a road that are looked at: from `first`, `count` of them. */
export interface Window {
  readonly first: number;
  readonly count: number;
}

/**
 * The last columns of a road, at most `count`, one of them kept free for what comes next. An old
 * dragon tail may run on far to the right of the newest cell, which is the last one given: then the
 * window ends earlier, so that the newest cell is always among its last `near` columns.
 */
export function lastColumns(cells: readonly Place[], count: number, near = count): Window {
  const newest = cells.at(-1)?.column ?? 0;
  const last = cells.reduce((most, { column }) => Math.max(most, column), 0);
  const end = cells.length === 0 ? 1 : Math.min(last + 2, newest + near);
  const first = Math.max(0, end - count);
  return { first, count: end - first };
}

/** Whether a cell is in sight. */
export function isInside({ first, count }: Window, { column }: Place): boolean {
  return column >= first && column < first + count;
}
