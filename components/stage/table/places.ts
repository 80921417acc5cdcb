import type { Point3 } from "../plates.ts";

/* What lies where on every card table, in millimetres on the felt as in the games' `felt.ts`; the studio has built it so. */

/** A card, and how thick the stack beneath one is that lies. */
export const CARD = { width: 90, height: 126 } as const;

/** A chip's width. */
export const CHIP = 38;

/** Where something lies: its middle, and how far it is turned, in degrees anticlockwise. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** The middle of the tray. */
export const TRAY = { x: 0, y: 172 } as const;

/** The next card in the mouth of the shoe, and where cards go that are done. */
export const SHOE: Place = { x: 262, y: 148, angle: -24 };
export const DISCARDS: Place = { x: -274, y: 190, angle: 14 };

/** A point of the felt in the world, `high` millimetres above it. */
export function world(x: number, y: number, high = 0): Point3 {
  return [x / 1000, y / 1000, high / 1000];
}
