import type { Point3 } from "../plates.ts";

export { CARD } from "../../../src/look/card.ts";

/*
 * Sizes and places on every card table, in mm on the felt as in the games' `felt.ts`. The studio's table matches them.
 */

/** A card's place: millimetres from the centre of the felt, degrees anticlockwise. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

export const CHIP_MM = 38;

export const TRAY = { x: 0, y: 172 } as const;

/** The next card, in the mouth of the shoe. */
export const SHOE: Place = { x: 262, y: 148, angle: -24 };
export const DISCARDS: Place = { x: -274, y: 190, angle: 14 };

/** Converts a point `heightMm` mm above the felt to the world, in metres. */
export function world(x: number, y: number, heightMm = 0): Point3 {
  return [x / 1000, y / 1000, heightMm / 1000];
}
