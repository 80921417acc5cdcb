import type { Card, CardValue } from "../../../src/round/cards.ts";
import { palette } from "../../../src/hud/tokens.ts";
import { TYPEFACE } from "../theme.ts";
import type { Size } from "../scene.ts";
import { mix } from "./colour.ts";
import { paintCourt } from "./court.ts";
import { fillSuit, suitInk } from "./suits.ts";

type Context = CanvasRenderingContext2D;

/** Narrower cards than this, in CSS pixels, show one large suit: ten pips would be dust. */
const PIPS_FROM_PX = 76;

const [LEFT, MIDDLE, RIGHT] = [0.36, 0.5, 0.64];

/** Where the pips of a value stand, as shares of the card. Those below the middle stand on their head. */
const PIPS: Readonly<Partial<Record<CardValue, readonly (readonly [number, number])[]>>> = {
  "2": [
    [MIDDLE, 0.2],
    [MIDDLE, 0.8],
  ],
  "3": [
    [MIDDLE, 0.2],
    [MIDDLE, 0.5],
    [MIDDLE, 0.8],
  ],
  "4": pairs(0.2, 0.8),
  "5": [...pairs(0.2, 0.8), [MIDDLE, 0.5]],
  "6": pairs(0.2, 0.5, 0.8),
  "7": [...pairs(0.2, 0.5, 0.8), [MIDDLE, 0.35]],
  "8": [...pairs(0.2, 0.5, 0.8), [MIDDLE, 0.35], [MIDDLE, 0.65]],
  "9": [...pairs(0.18, 0.39, 0.61, 0.82), [MIDDLE, 0.5]],
  "10": [...pairs(0.18, 0.39, 0.61, 0.82), [MIDDLE, 0.285], [MIDDLE, 0.715]],
};

function pairs(...heights: readonly number[]): (readonly [number, number])[] {
  return heights.flatMap((y) => [[LEFT, y] as const, [RIGHT, y] as const]);
}

/** The outline of a card that fills a box. */
export function cardOutline(context: Context, { width, height }: Size, inset = 0): void {
  context.beginPath();
  context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, width * 0.075 - inset / 2);
}

/** Paints the light and the shade of a bowed card over a whole box: bright where it leans to the lamp. */
export function paintBow(context: Context, size: Size): void {
  const light = context.createLinearGradient(0, 0, size.width, 0);
  for (const [at, colour] of [
    [0, "#04110c70"],
    [0.2, "#04110c14"],
    [0.36, "#fffaf070"],
    [0.55, "#fffaf000"],
    [1, "#04110c90"],
  ] as const) {
    light.addColorStop(at, colour);
  }
  cardOutline(context, size);
  context.fillStyle = light;
  context.fill();
}

/** The paper of a card: slightly warmer towards its foot, with an edge that catches the light. */
function paintPaper(context: Context, size: Size): void {
  const light = context.createLinearGradient(0, 0, size.width * 0.4, size.height);
  light.addColorStop(0, "#ffffff");
  light.addColorStop(0.5, palette.paper);
  light.addColorStop(1, mix(palette.paper, "#c9bfa8", 0.5));
  cardOutline(context, size);
  context.fillStyle = light;
  context.fill();
  cardOutline(context, size, 0.5);
  context.lineWidth = 1;
  context.strokeStyle = mix(palette.paper, "#6b6250", 0.45);
  context.stroke();
}

/** Value and suit in a corner, as high as a fifth of the card and more: read from across the room. */
function paintIndex(context: Context, card: Card, { width, height }: Size, share: number): void {
  const valueHeight = height * share;
  const narrow = card.value === "10";
  context.font = `700 ${valueHeight * 1.22}px ${TYPEFACE.index}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.save();
  context.translate(width * 0.135 + valueHeight * 0.06, height * 0.05 + valueHeight * 0.93);
  // Clear of the picture: these are the widest letters.
  const broad = card.value === "K" || card.value === "Q";
  context.scale(narrow ? 0.76 : broad ? 0.82 : 0.95, 1);
  context.letterSpacing = narrow ? `${-valueHeight * 0.13}px` : "0px";
  context.fillText(card.value, 0, 0);
  if (share > 0.3 && (card.value === "6" || card.value === "9")) {
    // Without pips, and on its side, only a line tells these two apart.
    context.fillRect(
      -valueHeight * 0.26,
      valueHeight * 0.1,
      valueHeight * 0.52,
      valueHeight * 0.07,
    );
  }
  context.restore();
  context.letterSpacing = "0px";
}

function paintSmallFace(context: Context, card: Card, size: Size, secret: boolean): void {
  const { width, height } = size;
  if (secret) {
    fillSuit(context, card.suit, { x: width / 2, y: height / 2, height: width * 0.52 });
    return;
  }
  const index = Math.max(0.34, Math.min(0.4, 22 / height));
  context.save();
  context.translate(width * 0.06, 0);
  paintIndex(context, card, size, index);
  context.restore();
  fillSuit(context, card.suit, { x: width * 0.63, y: height * 0.69, height: width * 0.52 });
  fillSuit(context, card.suit, { x: width * 0.76, y: height * 0.2, height: width * 0.22 });
}

function paintPips(context: Context, card: Card, { width, height }: Size): void {
  if (card.value === "A") {
    fillSuit(context, card.suit, { x: width / 2, y: height / 2, height: width * 0.5 });
    return;
  }
  const count = Number(card.value);
  const large = width * (count > 8 ? 0.165 : count > 3 ? 0.2 : 0.26);
  for (const [x, y] of PIPS[card.value] ?? []) {
    fillSuit(context, card.suit, {
      x: x * width,
      y: y * height,
      height: large,
      flipped: y > 0.5,
    });
  }
}

/** Paints the face of a card over a whole box; a `secret` one has no indices. */
export function paintCardFace(context: Context, size: Size, card: Card, secret = false): void {
  paintPaper(context, size);
  context.fillStyle = suitInk(card.suit);
  if (size.width < PIPS_FROM_PX) {
    paintSmallFace(context, card, size, secret);
    return;
  }
  if (card.value === "J" || card.value === "Q" || card.value === "K") {
    paintCourt(context, size, card.value, card.suit);
  } else {
    paintPips(context, card, size);
  }
  if (secret) {
    return;
  }
  context.fillStyle = suitInk(card.suit);
  for (const turned of [false, true]) {
    context.save();
    if (turned) {
      context.translate(size.width, size.height);
      context.rotate(Math.PI);
    }
    paintIndex(context, card, size, 0.205);
    fillSuit(context, card.suit, {
      x: size.width * 0.15,
      y: size.height * 0.335,
      height: size.width * 0.125,
    });
    context.restore();
  }
}
