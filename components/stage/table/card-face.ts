import { pipsFor } from "../../../src/look/card.ts";
import { suitInk, suitPaths } from "../../../src/look/suits.ts";
import { TYPEFACE } from "../../../src/look/typefaces.ts";
import type { Card, Suit } from "../../../src/round/cards.ts";

type Context = CanvasRenderingContext2D;

const PAPER = ["#efe6d5", "#e2d7c2"] as const;
const EDGE = "#00000030";
/** Added to the back's print, so that it matches the rendered cards in the shoe. */
const BACK_WARMTH = "#4e2a14";

/** The order of the court cards in their picture: values across, suits down. */
const COURTS = { values: ["J", "Q", "K"], suits: ["S", "H", "D", "C"] } as const;
/** The panel of a court card: `x` and `width` as fractions of the card's width, `y` of its height. */
export const PANEL = { x: 0.19, y: 0.085, width: 0.62 } as const;

/**
 * The corner index: its middle from the side, its distance from the top, and the heights of value and suit, as
 * fractions of the card's width.
 */
const INDEX = { x: 0.115, top: 0.055, value: 0.21, suit: 0.14 } as const;
/** The type size of the index's value, in heights of the value. */
const VALUE_TYPE = 1.36;
/** Distance of the index's suit from the top of the value, in heights of the value. */
const SUIT_BELOW = 1.55;

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
