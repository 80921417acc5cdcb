import { pipsFor } from "../../../src/look/card.ts";
import { palette } from "../../../src/look/palette.ts";
import { TYPEFACE } from "../../../src/look/typefaces.ts";
import type { Card, Suit } from "../../../src/round/cards.ts";

type Context = CanvasRenderingContext2D;

const PAPER = ["#efe6d5", "#e2d7c2"] as const;
const EDGE = "#00000030";
/** Added to the back print, so that it matches the rendered cards in the shoe. */
const BACK_WARMTH = "#4e2a14";

/** The order of court cards in their picture: values across, suits down. */
const COURTS = { values: ["J", "Q", "K"], suits: ["S", "H", "D", "C"] } as const;
/** A court card's panel: `x` and `width` as fractions of the card's width, `y` of its height. */
export const PANEL = { x: 0.19, y: 0.085, width: 0.62 } as const;

/**
 * The corner index: its centre from the side, its distance from the top, and the heights of value and suit, as
 * fractions of the card's width.
 */
const INDEX = { x: 0.115, top: 0.055, value: 0.21, suit: 0.14 } as const;
/** The type size of the index's value, in value heights. */
const VALUE_TYPE = 1.36;
/** Distance of the index's suit from the top of the value, in value heights. */
const SUIT_BELOW = 1.55;

function suitInk(suit: Suit): string {
  return suit === "H" || suit === "D" ? palette.suitRed : palette.suitBlack;
}

/** The suits as SVG paths in a box from -50 to 50. They are drawn because some phones show the characters as emoji. */
const suitPaths: Readonly<Record<Suit, string>> = {
  H: "M0 50C-12 28-50 10-50-20C-50-42-34-50-24-50C-12-50-3-42 0-28C3-42 12-50 24-50C34-50 50-42 50-20C50 10 12 28 0 50",
  D: "M0-50Q14-20 40 0Q14 20 0 50Q-14 20-40 0Q-14-20 0-50",
  S: "M0-50C10-30 48-12 48 14C48 32 34 38 25 38C14 38 7 33 3 24Q5 42 17 50H-17Q-5 42-3 24C-7 33-14 38-25 38C-34 38-48 32-48 14C-48-12-10-30 0-50",
  // Three leaves, and a fourth circle that closes the gap between them.
  C: "M23-27A23 23 0 1 1 23-27.1ZM-3 9A23 23 0 1 1-3 8.9ZM49 9A23 23 0 1 1 49 8.9ZM15-2A15 15 0 1 1 15-2.1ZM-17 50Q-3 36-6-10H6Q3 36 17 50",
};

function fillSuit(
  context: Context,
  suit: Suit,
  x: number,
  y: number,
  height: number,
  isTurned = false,
): void {
  context.save();
  context.translate(x, y);
  context.scale(height / 100, (isTurned ? -1 : 1) * (height / 100));
  context.fill(new Path2D(suitPaths[suit]));
  context.restore();
}

function outline(context: Context): void {
  const { width, height } = context.canvas;
  context.beginPath();
  context.roundRect(2, 2, width - 4, height - 4, width * 0.065);
}

export function paintBack(context: Context, print: CanvasImageSource): void {
  const { width, height } = context.canvas;
  outline(context);
  context.clip();
  context.drawImage(print, 0, 0, width, height);
  context.globalCompositeOperation = "screen";
  context.fillStyle = BACK_WARMTH;
  context.fill();
  context.globalCompositeOperation = "source-over";
}

/** Paints a face; a court card without its picture if `courts` is null. */
export function paintFace(context: Context, card: Card, courts: ImageBitmap | null): void {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  outline(context);
  const light = context.createLinearGradient(0, 0, 0, height);
  light.addColorStop(0, PAPER[0]);
  light.addColorStop(1, PAPER[1]);
  context.fillStyle = light;
  context.fill();
  context.strokeStyle = EDGE;
  context.stroke();
  context.fillStyle = suitInk(card.suit);
  const value = COURTS.values.findIndex((court) => court === card.value);
  if (value >= 0) {
    if (courts) {
      paintCourt(context, value, COURTS.suits.indexOf(card.suit), courts);
    }
  } else {
    for (const { x, y, size } of pipsFor(card.value)) {
      fillSuit(context, card.suit, x * width, y * height, size * width, y > 0.5);
    }
  }
  for (const isTurned of [false, true]) {
    context.save();
    if (isTurned) {
      context.translate(width, height);
      context.rotate(Math.PI);
    }
    paintIndex(context, card);
    context.restore();
  }
}

function paintCourt(context: Context, value: number, suit: number, courts: ImageBitmap): void {
  const [across, down] = [courts.width / 3, courts.height / 4];
  const { width, height } = context.canvas;
  context.drawImage(
    courts,
    value * across,
    suit * down,
    across,
    down,
    PANEL.x * width,
    PANEL.y * height,
    PANEL.width * width,
    height * (1 - 2 * PANEL.y),
  );
}

function paintIndex(context: Context, { value, suit }: Card): void {
  const { width } = context.canvas;
  const valueHeight = INDEX.value * width;
  context.font = `700 ${valueHeight * VALUE_TYPE}px ${TYPEFACE.index}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.save();
  context.translate(INDEX.x * width, INDEX.top * width + valueHeight);
  context.scale(value === "10" ? 0.6 : 0.9, 1);
  context.fillText(value, 0, 0);
  if (value === "6" || value === "9") {
    context.fillRect(
      -valueHeight * 0.28,
      valueHeight * 0.08,
      valueHeight * 0.56,
      valueHeight * 0.07,
    );
  }
  context.restore();
  const suitY = INDEX.top * width + valueHeight * SUIT_BELOW;
  fillSuit(context, suit, INDEX.x * width, suitY, INDEX.suit * width);
}
