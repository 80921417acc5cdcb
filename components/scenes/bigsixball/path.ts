/*
 * The line that a course follows: straights and arcs that meet without a corner (an arc spline), so that lengths
 * along it are exact and need no table. The unit of length is the width of a ball.
 */

/** A piece of a path: its length, and by how much it turns to the right on its way, in radians; 0 is straight. */
export type Piece = readonly [length: number, turn: number];

/** A point of a path. */
export interface PathPoint {
  x: number;
  y: number;
  /** Where the path leads, in radians, clockwise from the right. */
  heading: number;
}

/** The end of a piece that begins at a point, after a length of it. */
function along({ x, y, heading }: PathPoint, [length, turn]: Piece, walked: number): PathPoint {
  if (turn === 0) {
    return { x: x + walked * Math.cos(heading), y: y + walked * Math.sin(heading), heading };
  }
  const [radius, to] = [length / turn, heading + (turn * walked) / length];
  return {
    x: x + radius * (Math.sin(to) - Math.sin(heading)),
    y: y + radius * (Math.cos(heading) - Math.cos(to)),
    heading: to,
  };
}

/** A path from a point, along its pieces; before its start and after its end it runs on straight. */
export class Path {
  readonly length: number;
  readonly #pieces: readonly { from: number; start: PathPoint; piece: Piece }[];

  constructor(start: PathPoint, pieces: readonly Piece[]) {
    let [from, at] = [0, start];
    const laid = pieces.map((piece) => {
      const one = { from, start: at, piece };
      [from, at] = [from + piece[0], along(at, piece, piece[0])];
      return one;
    });
    this.length = from;
    this.#pieces = [{ from: 0, start, piece: [1, 0] }, ...laid, { from, start: at, piece: [1, 0] }];
  }

  /** The point so far along the path, moved so far across it to the right. */
  at(far: number, across = 0): PathPoint {
    const pieces = this.#pieces;
    let i = far < 0 ? 0 : pieces.length - 1;
    while (i > 1 && (pieces[i]?.from ?? 0) > far) {
      i -= 1;
    }
    const { from, start, piece } = pieces[i] as (typeof pieces)[number];
    const { x, y, heading } = along(start, piece, far - from);
    return { x: x - across * Math.sin(heading), y: y + across * Math.cos(heading), heading };
  }
}
