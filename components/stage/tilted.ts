import type { Picture, Size } from "./kit.ts";

/*
 * A flat picture as a camera sees it that looks at it aslant: what lies further up is further away. A renderer
 * that knows no perspective draws it in strips across the box, each as large as it is seen there.
 */

/** How a camera looks at what lies flat beneath it. CSS pixels. */
export interface Slant {
  /** The point of the box that is seen as from straight above. */
  x: number;
  y: number;
  /** How much of a height is left there, 0 to 1; 1 from straight above. */
  low: number;
  /** By how much smaller what lies a pixel further up is seen; 0 from straight above. */
  far: number;
}

/** As it is seen from straight above. */
export const UPRIGHT: Slant = { x: 0, y: 0, low: 1, far: 0 };

/** Nothing is seen from nearer than this share of the distance: it is behind the eye. */
const NEAREST = 0.12;

/** How large what lies at a height of the box is seen, by its size. */
export function nearness({ y, far }: Slant, flatY: number): number {
  return far === 0 ? 1 : 1 / Math.max(NEAREST, 1 - far * (flatY - y));
}

/** Where a point is seen that lies flat at a place of the box. */
export function aslant(slant: Slant, { x, y }: { x: number; y: number }): { x: number; y: number } {
  const near = nearness(slant, y);
  return {
    x: slant.x + (x - slant.x) * near,
    y: slant.y + (y - slant.y) * slant.low * near,
  };
}

/** How far from the middle what is seen so far below it lies flat. */
export function flatFrom({ low, far }: Slant, below: number): number {
  return below / (low + far * below);
}

/** A flat picture: where its left top corner lies in the box, and how large it lies there, in CSS pixels. */
export interface Flat extends Size {
  picture: Picture;
  x: number;
  y: number;
}

/** Draws flat pictures aslant. */
export interface TiltedPart {
  /** The pictures themselves are not to be seen then; later ones lie over earlier ones. */
  show(box: Size, slant: Slant, flats: readonly Flat[]): void;
  hide(): void;
}
