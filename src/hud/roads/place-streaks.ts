/** The number of rows in every road, as in casinos. */
export const ROWS = 6;

/** A cell in a road's grid, counted from 0 at the top left. */
export interface RoadCell {
  readonly column: number;
  readonly row: number;
}

/**
 * Places streaks of the given lengths, and returns their cells in order.
 *
 * A streak starts in the top row, in the first free column to the right of the previous streak's head, and goes down.
 * At the bottom, or above a used cell, it turns right (the "dragon tail") and, by our convention, stays in that row.
 * The cell to the right is always free: an earlier streak that reached it would also have used the current cell.
 */
export function placeStreaks(lengths: readonly number[]): RoadCell[] {
  const places: RoadCell[] = [];
  const used = new Set<number>();
  const isFree = (column: number, row: number) => row < ROWS && !used.has(column * ROWS + row);
  let head = -1;
  for (const length of lengths) {
    do {
      head++;
    } while (!isFree(head, 0));
    let column = head;
    let row = 0;
    let turned = false;
    for (let i = 0; i < length; i++) {
      if (i > 0) {
        turned ||= !isFree(column, row + 1);
        if (turned) {
          column++;
        } else {
          row++;
        }
      }
      used.add(column * ROWS + row);
      places.push({ column, row });
    }
  }
  return places;
}
