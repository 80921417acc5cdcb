import type { CardValue, Suit } from "../../../src/round/cards.ts";
import { palette, sideColours } from "../../../src/hud/tokens.ts";
import type { Size } from "../scene.ts";
import { mix } from "./colour.ts";
import { fillSuit, suitInk } from "./suits.ts";

type Context = CanvasRenderingContext2D;
type Court = Extract<CardValue, "J" | "Q" | "K">;

const SKIN = "#f3d9bd";
const HAIR: Readonly<Record<Court, string>> = { K: "#8b7a66", Q: "#5b3520", J: "#b07a35" };

function polygon(context: Context, points: readonly (readonly [number, number])[]): void {
  context.beginPath();
  for (const [x, y] of points) {
    context.lineTo(x, y);
  }
  context.closePath();
}

function disc(context: Context, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** What is worn: a king's spikes, a queen's pearls, a jack's cap and feather. */
const headwear: Readonly<Record<Court, (context: Context, cloth: string) => void>> = {
  K(context) {
    context.fillStyle = palette.gold;
    polygon(context, [
      [-0.2, -0.56],
      [-0.26, -0.86],
      [-0.12, -0.72],
      [0, -0.94],
      [0.12, -0.72],
      [0.26, -0.86],
      [0.2, -0.56],
    ]);
    context.fill();
    context.fillStyle = palette.suitRed;
    disc(context, 0, -0.64, 0.045);
  },
  Q(context) {
    context.fillStyle = palette.gold;
    polygon(context, [
      [-0.19, -0.56],
      [-0.23, -0.72],
      [-0.1, -0.66],
      [0, -0.78],
      [0.1, -0.66],
      [0.23, -0.72],
      [0.19, -0.56],
    ]);
    context.fill();
    context.fillStyle = "#ffffff";
    for (const [x, y] of [
      [-0.23, -0.74],
      [0, -0.8],
      [0.23, -0.74],
    ] as const) {
      disc(context, x, y, 0.042);
    }
  },
  J(context, cloth) {
    context.fillStyle = cloth;
    polygon(context, [
      [-0.23, -0.54],
      [-0.2, -0.74],
      [0.12, -0.78],
      [0.24, -0.56],
    ]);
    context.fill();
    context.fillStyle = palette.gold;
    context.fillRect(-0.24, -0.59, 0.48, 0.06);
    context.lineWidth = 0.05;
    context.strokeStyle = palette.gold;
    context.beginPath();
    context.moveTo(0.14, -0.6);
    context.quadraticCurveTo(0.34, -0.72, 0.3, -0.95);
    context.stroke();
  },
};

/** One half of a court card: head, headwear and robe above the middle of the card. Unit: half its height. */
function paintBust(context: Context, court: Court, cloth: string): void {
  context.fillStyle = HAIR[court];
  if (court === "Q") {
    polygon(context, [
      [-0.2, -0.56],
      [-0.31, -0.1],
      [0.31, -0.1],
      [0.2, -0.56],
    ]);
    context.fill();
  } else {
    context.fillRect(-0.215, -0.58, 0.43, 0.3);
  }
  // The robe.
  context.fillStyle = cloth;
  polygon(context, [
    [-0.62, 0],
    [-0.5, -0.22],
    [-0.16, -0.28],
    [0.16, -0.28],
    [0.5, -0.22],
    [0.62, 0],
  ]);
  context.fill();
  context.fillStyle = palette.gold;
  polygon(context, [
    [-0.16, -0.28],
    [0, 0],
    [0.16, -0.28],
    [0.09, -0.28],
    [0, -0.12],
    [-0.09, -0.28],
  ]);
  context.fill();
  for (const x of [-0.4, -0.27, 0.27, 0.4]) {
    disc(context, x, -0.09, 0.03);
  }
  context.fillStyle = SKIN;
  context.beginPath();
  context.ellipse(0, -0.42, 0.165, 0.2, 0, 0, 2 * Math.PI);
  context.fill();
  if (court === "K") {
    context.fillStyle = HAIR.K;
    polygon(context, [
      [-0.165, -0.4],
      [-0.1, -0.2],
      [0, -0.13],
      [0.1, -0.2],
      [0.165, -0.4],
      [0, -0.31],
    ]);
    context.fill();
  }
  context.fillStyle = palette.suitBlack;
  disc(context, -0.065, -0.45, 0.02);
  disc(context, 0.065, -0.45, 0.02);
  context.fillStyle = court === "K" ? SKIN : palette.suitRed;
  context.fillRect(-0.05, -0.335, 0.1, 0.022);
  headwear[court](context, cloth);
}

/** Paints the picture of a king, queen or jack, the same from either end. */
export function paintCourt(context: Context, size: Size, court: Court, suit: Suit): void {
  const { width, height } = size;
  const frame = { x: width * 0.3, y: height * 0.1, width: width * 0.4, height: height * 0.8 };
  const ink = suitInk(suit);
  const cloth =
    suit === "H" || suit === "D"
      ? palette.suitRed
      : mix(sideColours.blue.fill, palette.night, 0.35);
  const ground = context.createLinearGradient(0, frame.y, 0, frame.y + frame.height);
  ground.addColorStop(0, mix(palette.paper, palette.gold, 0.34));
  ground.addColorStop(0.5, mix(palette.paper, palette.gold, 0.1));
  ground.addColorStop(1, mix(palette.paper, palette.gold, 0.34));
  context.save();
  context.beginPath();
  context.roundRect(frame.x, frame.y, frame.width, frame.height, width * 0.03);
  context.fillStyle = ground;
  context.fill();
  context.save();
  context.clip();
  for (const turned of [false, true]) {
    context.save();
    context.translate(width / 2, height / 2);
    context.rotate(turned ? Math.PI : 0);
    context.scale(height * 0.4, height * 0.4);
    paintBust(context, court, cloth);
    context.fillStyle = ink;
    fillSuit(context, suit, { x: 0.295, y: -0.5, height: 0.15 });
    context.restore();
  }
  context.fillStyle = palette.gold;
  context.fillRect(frame.x, height / 2 - height * 0.012, frame.width, height * 0.024);
  context.restore();
  context.beginPath();
  context.roundRect(frame.x, frame.y, frame.width, frame.height, width * 0.03);
  context.lineWidth = Math.max(1, width * 0.012);
  context.strokeStyle = ink;
  context.stroke();
  context.restore();
}
