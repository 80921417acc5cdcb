/*
 * The centre line of a course: straights and arcs that join smoothly (an arc spline), so that lengths along it are exact
 * and need no table. The unit of length is the width of a marble.
 */

/** A piece of a path: its length, and its turn to the right in radians; 0 is straight. */
export type Piece = readonly [length: number, turn: number];

/** A point of a path. */
export interface PathPoint {
  x: number;
  y: number;
  /** Direction of the path, in radians clockwise from the right. */
  heading: number;
}

/** The point of a piece at a distance from its start. */
function along({ x, y, heading }: PathPoint, [length, turn]: Piece, distance: number): PathPoint {
  if (turn === 0) {
    return { x: x + distance * Math.cos(heading), y: y + distance * Math.sin(heading), heading };
  }
  const [radius, to] = [length / turn, heading + (turn * distance) / length];
  return {
    x: x + radius * (Math.sin(to) - Math.sin(heading)),
    y: y + radius * (Math.cos(heading) - Math.cos(to)),
    heading: to,
  };
}

/** A path along pieces, extended straight before its start and after its end. */
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

  /** The point at a distance along the path and a distance to the right of it. */
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
