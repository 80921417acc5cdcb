/** Every road is six cells high. */
export const ROWS = 6;

/** A cell of a road's grid, both from 0, the first column on the left. */
export interface Place {
  readonly column: number;
  readonly row: number;
}

/**
 * Where the cells of streaks go, in the order they came.
 *
 * A streak starts in the top row of the first column right of the previous streak's head whose top
 * cell is free, and goes down. Where the grid ends or the cell below is taken it turns right (the
 * "dragon tail") and, by our convention, stays in that row until it ends. The cell on the right is
 * never taken: whatever lies there came from a head further left and would lie here too.
 */
export function place(lengths: readonly number[]): Place[] {
  const places: Place[] = [];
  const taken = new Set<number>();
  const isFree = (column: number, row: number) => row < ROWS && !taken.has(column * ROWS + row);
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
      taken.add(column * ROWS + row);
      places.push({ column, row });
    }
  }
  return places;
}
