/** The band of bets on the felt: cells from edge to edge, between two arcs that sag towards the viewer. Millimetres. */
export interface FeltBand {
  readonly cells: readonly {
    readonly market: string;
    readonly from: number;
    readonly to: number;
  }[];
  /** Where its upper edge is at both ends, how high it is, and how far it sags in the middle. */
  readonly y: number;
  readonly height: number;
  readonly sag: number;
}

/** How far the lettering of a side is moved outwards, in mm: chips lie at the other end of its cell. */
const OUTWARDS = 7;

/** Where the lettering of a cell is, and how it is turned there, in degrees anticlockwise. */
export function cellPlace(
  { cells, y, height, sag }: FeltBand,
  { from, to }: FeltBand["cells"][number],
): { x: number; y: number; angle: number } {
  const right = cells.at(-1)?.to ?? 1;
  const middle = (from + to) / 2;
  const x = middle + OUTWARDS * Math.sign(middle);
  return {
    x,
    y: y - sag * (1 - (x / right) ** 2) - height / 2,
    angle: (Math.atan((2 * sag * x) / right ** 2) * 180) / Math.PI,
  };
}

/** How high its lettering is, in mm, and its ink. */
export const LETTERING = { height: 13.5, colour: "#e9d9b0" } as const;
