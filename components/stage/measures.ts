import { COUNTED_FROM_PX } from "../../src/look/tokens.ts";

/* Measures that the tables share, and what has to fit into them. CSS pixels. */

/** Height of a playing card by its width: 5:7. */
export const CARD_RATIO = 7 / 5;

/**
 * The limit of a measure that grows with its box: so many CSS pixels, or on large screens, which are seen from
 * further away, a share of the height of the box.
 */
export function limitIn(height: number, px: number, share: number): number {
  return Math.max(px, height * share);
}

/** The height of a box less its foot, where the hud lays its result banner. CSS pixels. */
export function clearHeight(height: number): number {
  return height - Math.max(24, Math.min(limitIn(height, 54, 0.08), height * 0.15));
}

/** How far the piping of a table's rail lies within a box of a height. CSS pixels. */
export function rimInset(height: number): number {
  return Math.max(5, Math.min(12, height * 0.035));
}

/**
 * Whether the last seconds are counted on the cloth of a box. In narrower ones the ring above it is as large as there
 * is room for on the cloth; in these the ring goes without its digits meanwhile (`src/hud/counted-styles.ts`).
 */
export function isCountedOn({ width }: { width: number }): boolean {
  return width >= COUNTED_FROM_PX;
}

/** Where the number of the last seconds stands, clear of all words, and its height. CSS pixels. */
export interface CountPlace {
  x: number;
  y: number;
  px: number;
}

/** How wide the ring around that number is, in heights of the number. */
export const COUNT_RING = 1.24;
