/** The band of bets on the felt: adjacent cells between two arcs that sag towards the viewer. Lengths are in mm. */
export interface FeltBand {
  readonly cells: readonly {
    readonly market: string;
    readonly from: number;
    readonly to: number;
  }[];
  /** Position of the upper edge at both ends. */
  readonly y: number;
  readonly height: number;
  /** How far the arcs sag in the middle. */
  readonly sag: number;
}

/** How far a side's lettering is offset from the middle, in mm; the chips are at the other end of its cell. */
const LETTERING_OFFSET = 7;

/** The upper edge of the band at `x`. */
export function bandY({ cells, y, sag }: FeltBand, x: number): number {
  const right = cells.at(-1)?.to ?? 1;
  return y - sag * (1 - (x / right) ** 2);
}

/** The position of a cell's lettering, and its angle in degrees anticlockwise. */
export function cellPlace(
  band: FeltBand,
  { from, to }: FeltBand["cells"][number],
): { x: number; y: number; angle: number } {
  const right = band.cells.at(-1)?.to ?? 1;
  const middle = (from + to) / 2;
  const x = middle + LETTERING_OFFSET * Math.sign(middle);
  return {
    x,
    y: bandY(band, x) - band.height / 2,
    angle: (Math.atan((2 * band.sag * x) / right ** 2) * 180) / Math.PI,
  };
}

/** The band's lettering; its height is in mm. */
export const LETTERING = { height: 13.5, colour: "#e9d9b0" } as const;
