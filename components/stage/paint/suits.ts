import { palette } from "../../../src/look/palette.ts";
import type { Suit } from "../../../src/round/cards.ts";

type Context = CanvasRenderingContext2D;

/** The ink of a suit. */
export function suitInk(suit: Suit): string {
  return suit === "H" || suit === "D" ? palette.suitRed : palette.suitBlack;
}

/** Each within a box from -0.5 to 0.5. Drawn, not typed: some phones show suit letters as emoji. */
const outlines: Readonly<Record<Suit, (context: Context) => void>> = {
  H(context) {
    context.moveTo(0, 0.5);
    context.bezierCurveTo(-0.12, 0.28, -0.5, 0.1, -0.5, -0.2);
    context.bezierCurveTo(-0.5, -0.42, -0.34, -0.5, -0.24, -0.5);
    context.bezierCurveTo(-0.12, -0.5, -0.03, -0.42, 0, -0.28);
    context.bezierCurveTo(0.03, -0.42, 0.12, -0.5, 0.24, -0.5);
    context.bezierCurveTo(0.34, -0.5, 0.5, -0.42, 0.5, -0.2);
    context.bezierCurveTo(0.5, 0.1, 0.12, 0.28, 0, 0.5);
  },
  D(context) {
    context.moveTo(0, -0.5);
    context.quadraticCurveTo(0.14, -0.2, 0.4, 0);
    context.quadraticCurveTo(0.14, 0.2, 0, 0.5);
    context.quadraticCurveTo(-0.14, 0.2, -0.4, 0);
    context.quadraticCurveTo(-0.14, -0.2, 0, -0.5);
  },
  S(context) {
    context.moveTo(0, -0.5);
    context.bezierCurveTo(0.1, -0.3, 0.48, -0.12, 0.48, 0.14);
    context.bezierCurveTo(0.48, 0.32, 0.34, 0.38, 0.25, 0.38);
    context.bezierCurveTo(0.14, 0.38, 0.07, 0.33, 0.03, 0.24);
    context.quadraticCurveTo(0.05, 0.42, 0.17, 0.5);
    context.lineTo(-0.17, 0.5);
    context.quadraticCurveTo(-0.05, 0.42, -0.03, 0.24);
    context.bezierCurveTo(-0.07, 0.33, -0.14, 0.38, -0.25, 0.38);
    context.bezierCurveTo(-0.34, 0.38, -0.48, 0.32, -0.48, 0.14);
    context.bezierCurveTo(-0.48, -0.12, -0.1, -0.3, 0, -0.5);
  },
  C(context) {
    // Three leaves, and a heart that closes the gap between them.
    for (const [x, y, radius] of [
      [0, -0.27, 0.23],
      [-0.26, 0.09, 0.23],
      [0.26, 0.09, 0.23],
      [0, -0.02, 0.15],
    ] as const) {
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
    context.moveTo(-0.17, 0.5);
    context.quadraticCurveTo(-0.03, 0.36, -0.06, -0.1);
    context.lineTo(0.06, -0.1);
    context.quadraticCurveTo(0.03, 0.36, 0.17, 0.5);
  },
};

/** Fills a suit of a height around a point, on its head when `flipped`. */
export function fillSuit(
  context: Context,
  suit: Suit,
  at: { x: number; y: number; height: number; flipped?: boolean },
): void {
  context.save();
  context.translate(at.x, at.y);
  context.scale(at.height, at.flipped ? -at.height : at.height);
  context.beginPath();
  outlines[suit](context);
  context.restore();
  context.fill();
}
