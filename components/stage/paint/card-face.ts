import { palette } from "../../../src/look/palette.ts";
import { pipsOf } from "../../../src/look/pips.ts";
import { suitInk } from "../../../src/look/suits.ts";
import { TYPEFACE } from "../../../src/look/typefaces.ts";
import type { Card } from "../../../src/round/cards.ts";
import type { Size } from "../scene.ts";
import { mix } from "./colour.ts";
import { paintCourt } from "./court.ts";
import { fillSuit } from "./suits.ts";

type Context = CanvasRenderingContext2D;

/** Narrower cards than this, in CSS pixels, show one large suit: ten pips would be dust. */
const PIPS_FROM_PX = 76;

/** Paper in full light. */
export const SHEEN = "#fffaf0";

/** The outline of a card that fills a box. */
export function cardOutline(context: Context, { width, height }: Size, inset = 0): void {
  context.beginPath();
  context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, width * 0.075 - inset / 2);
}

/** Paints the shade of a bowed card over a whole box: none where it leans to the lamp. */
export function paintBow(context: Context, size: Size): void {
  const light = context.createLinearGradient(0, 0, size.width, 0);
  for (const [at, colour] of [
    [0, "#04110c80"],
    [0.36, "#04110c00"],
    [1, "#04110ca0"],
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

/**
 * A ten, 100 high on its line: a font narrow enough for a corner has no air between its figures. To be
 * filled by the even-odd rule.
 */
const TEN =
  "M28 0V-100H17L0-79V-64L10-70V0ZM43-22V-78A22 22 0 0 1 87-78V-22A22 22 0 0 1 43-22ZM57-22V-78A8 8 0 0 1 73-78V-22A8 8 0 0 1 57-22Z";

/** The value in a corner, a quarter of the card's width high: read from across the room. */
function paintIndex(
  context: Context,
  { value }: Card,
  { width, height }: Size,
  high: number,
): void {
  context.save();
  context.translate(width * 0.122, height * 0.045 + high);
  if (value === "10") {
    context.translate(-width * 0.092, 0);
    context.scale(high * 0.0096, high * 0.0096);
    context.fill(new Path2D(TEN), "evenodd");
    context.restore();
    return;
  }
  if (value === "6" || value === "9") {
    // On its side, only a line tells these two apart.
    context.fillRect(-high * 0.27, high * 0.11, high * 0.54, high * 0.08);
  }
  context.font = `700 ${high * 1.38}px ${TYPEFACE.index}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  // Clear of the picture: these are the widest letters.
  context.scale(value === "K" || value === "Q" ? 0.8 : 0.88, 1);
  context.fillText(value, 0, 0);
  context.restore();
}

function paintSmallFace(context: Context, card: Card, size: Size, secret: boolean): void {
  const { width, height } = size;
  fillSuit(context, card.suit, { x: width * 0.63, y: height * 0.69, height: width * 0.52 });
  if (secret) {
    return;
  }
  fillSuit(context, card.suit, { x: width * 0.76, y: height * 0.2, height: width * 0.22 });
  const high = Math.max(0.3 * height, Math.min(0.35 * height, 19.5));
  context.translate(width * 0.11, 0);
  paintIndex(context, card, size, high);
  context.translate(-width * 0.11, 0);
}

function paintPips(context: Context, card: Card, { width, height }: Size): void {
  for (const { x, y, size } of pipsOf(card.value)) {
    fillSuit(context, card.suit, {
      x: x * width,
      y: y * height,
      height: size * width,
      flipped: y > 0.5,
    });
  }
}

/**
 * Paints the face of a card over a whole box; a `secret` one has no indices. One that `hasPips` shows them all, however
 * small it is: of those that lie on a table only a large one does.
 */
export function paintCardFace(
  context: Context,
  size: Size,
  card: Card,
  secret = false,
  hasPips = size.width >= PIPS_FROM_PX,
): void {
  paintPaper(context, size);
  paintInk(context, size, card, secret, hasPips);
}

/** Paints bright paper over a whole box, and nothing where the face has ink: that is to keep its colour. */
export function paintBarePaper(context: Context, size: Size, card: Card): void {
  cardOutline(context, size);
  context.fillStyle = SHEEN;
  context.fill();
  context.globalCompositeOperation = "destination-out";
  paintInk(context, size, card, false, size.width >= PIPS_FROM_PX);
}

function paintInk(
  context: Context,
  size: Size,
  card: Card,
  secret: boolean,
  hasPips: boolean,
): void {
  context.fillStyle = suitInk(card.suit);
  if (!hasPips) {
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
    paintIndex(context, card, size, size.width * 0.25);
    fillSuit(context, card.suit, {
      x: size.width * 0.122,
      y: size.height * 0.33,
      height: size.width * 0.128,
    });
    context.restore();
  }
}
