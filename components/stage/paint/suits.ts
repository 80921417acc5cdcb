import { suitPaths } from "../../../src/look/suits.ts";
import type { Suit } from "../../../src/round/cards.ts";

type Context = CanvasRenderingContext2D;

/** Fills a suit of a height around a point, on its head when `flipped`. */
export function fillSuit(
  context: Context,
  suit: Suit,
  at: { x: number; y: number; height: number; flipped?: boolean },
): void {
  context.save();
  context.translate(at.x, at.y);
  const scale = at.height / 100;
  context.scale(scale, at.flipped ? -scale : scale);
  context.fill(new Path2D(suitPaths[suit]));
  context.restore();
}
