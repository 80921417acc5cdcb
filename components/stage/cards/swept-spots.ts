import type { Size } from "../kit.ts";
import type { Spot } from "./dealing.ts";
import type { Sweep } from "./sweeps.ts";

/** Where cards of a width lie once they were swept off a table, one spot for each sweep. */
export function sweptSpots({ width }: Size, cardPx: number, y: number): Record<Sweep, Spot> {
  return {
    0: { x: -1.1 * cardPx, y: -0.8 * cardPx, angle: -0.9 },
    1: { x: -1.4 * cardPx, y: y + 0.2 * cardPx, angle: -0.22 },
    2: { x: width * 0.5, y: -1.1 * cardPx, angle: 0.12 },
  };
}
