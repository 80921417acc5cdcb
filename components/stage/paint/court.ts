import type { CardValue, Suit } from "../../../src/round/cards.ts";
import { palette, sideColours } from "../../../src/hud/tokens.ts";
import type { Size } from "../scene.ts";
import { mix, withAlpha } from "./colour.ts";
import { fillSuit, suitInk } from "./suits.ts";

type Context = CanvasRenderingContext2D;
type Court = Extract<CardValue, "J" | "Q" | "K">;
type Points = readonly (readonly [number, number])[];

const SKIN = "#f1d3b3";
const LINE = "#2a1a12";
const HAIR: Readonly<Record<Court, string>> = { K: "#6f6258", Q: "#4c2a18", J: "#a5702c" };

function polygon(context: Context, colour: string, points: Points): void {
  context.beginPath();
  for (const [x, y] of points) {
    context.lineTo(x, y);
  }
  context.closePath();
  context.fillStyle = colour;
  context.fill();
}

/** A point and its mirror image, right and left of the middle. */
function both(context: Context, paint: (context: Context) => void): void {
  for (const side of [1, -1]) {
    context.save();
    context.scale(side, 1);
    paint(context);
    context.restore();
  }
}

function oval(context: Context, colour: string, at: readonly [number, number, number, number]) {
  const [x, y, across, down] = at;
  context.beginPath();
  context.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

function curve(context: Context, width: number, points: readonly number[]): void {
  const [x = 0, y = 0, bendX = 0, bendY = 0, endX = 0, endY = 0] = points;
  context.beginPath();
  context.moveTo(x, y);
  context.quadraticCurveTo(bendX, bendY, endX, endY);
  context.lineWidth = width;
  context.stroke();
}

/** What is worn: a king's tall crown, a queen's coronet with pearls, a jack's cap and feather. */
const headwear: Readonly<Record<Court, (context: Context, cloth: string) => void>> = {
  K(context, cloth) {
    polygon(context, cloth, [
      [-0.2, -0.68],
      [-0.16, -0.88],
      [0.16, -0.88],
      [0.2, -0.68],
    ]);
    const gold: Points = [
      [0, -0.66],
      [0.21, -0.66],
      [0.29, -0.93],
      [0.15, -0.79],
      [0, -0.99],
    ];
    both(context, () => polygon(context, palette.gold, gold));
    oval(context, palette.suitRed, [0, -0.72, 0.04, 0.045]);
    both(context, () => oval(context, "#ffffff", [0.13, -0.71, 0.025, 0.025]));
  },
  Q(context, cloth) {
    const gold: Points = [
      [0, -0.67],
      [0.2, -0.67],
      [0.25, -0.84],
      [0.12, -0.77],
      [0, -0.91],
    ];
    both(context, () => polygon(context, palette.gold, gold));
    oval(context, cloth, [0, -0.76, 0.035, 0.05]);
    both(context, () => oval(context, "#ffffff", [0.25, -0.86, 0.036, 0.036]));
    oval(context, "#ffffff", [0, -0.94, 0.04, 0.04]);
  },
  J(context, cloth) {
    oval(context, cloth, [-0.01, -0.74, 0.27, 0.15]);
    context.fillStyle = palette.gold;
    context.fillRect(-0.23, -0.69, 0.46, 0.065);
    context.strokeStyle = "#fff6e0";
    for (const bend of [0.4, 0.45, 0.5]) {
      curve(context, 0.035, [0.12, -0.72, bend, -0.78, 0.3, -1]);
    }
  },
};

function paintFace(context: Context, court: Court): void {
  oval(context, SKIN, [0, -0.48, 0.185, 0.225]);
  // Lit from the left, as all on the table.
  context.save();
  context.clip();
  oval(context, "#c4895a66", [0.2, -0.44, 0.13, 0.26]);
  context.restore();
  both(context, () => {
    oval(context, "#ffffff", [0.078, -0.5, 0.042, 0.022]);
    oval(context, LINE, [0.074, -0.5, 0.019, 0.021]);
    context.strokeStyle = court === "Q" ? LINE : HAIR[court];
    curve(context, 0.022, [0.03, -0.55, 0.09, -0.59, 0.135, -0.545]);
    oval(context, "#d9715a4d", [0.11, -0.41, 0.04, 0.03]);
  });
  context.strokeStyle = "#a86b45";
  curve(context, 0.018, [0.012, -0.51, 0.04, -0.42, -0.008, -0.415]);
  context.strokeStyle = court === "Q" ? palette.suitRed : "#93432f";
  curve(context, court === "Q" ? 0.036 : 0.024, [-0.05, -0.353, 0, -0.328, 0.05, -0.353]);
}

/** One half of a court card above the middle of the card. Unit: half its height. */
function paintBust(context: Context, court: Court, cloth: string): void {
  // Hair behind the face, in locks.
  both(context, () => {
    oval(context, HAIR[court], [0.13, -0.5, 0.14, 0.22]);
    oval(context, HAIR[court], [0.2, -0.36, 0.08, court === "Q" ? 0.2 : 0.1]);
  });
  polygon(context, cloth, [
    [-0.52, 0],
    [-0.48, -0.17],
    [-0.18, -0.3],
    [0.18, -0.3],
    [0.48, -0.17],
    [0.52, 0],
  ]);
  // Lozenges woven into the robe.
  context.fillStyle = palette.gold;
  both(context, () => {
    for (const [x, y] of [
      [0.24, -0.18],
      [0.36, -0.13],
      [0.3, -0.05],
      [0.44, -0.05],
    ] as const) {
      polygon(context, withAlpha(palette.gold, 0.85), [
        [x - 0.04, y],
        [x, y - 0.045],
        [x + 0.04, y],
        [x, y + 0.045],
      ]);
    }
  });
  // A collar of ermine, or of gold, down to the clasp.
  const collar: Points = [
    [0, -0.3],
    [0.2, -0.32],
    [0.13, -0.08],
    [0, 0],
  ];
  both(context, () => polygon(context, court === "J" ? palette.gold : "#fdf8ec", collar));
  polygon(context, SKIN, [
    [-0.08, -0.34],
    [0.08, -0.34],
    [0, -0.16],
  ]);
  both(context, () => {
    for (const [x, y] of [
      [0.15, -0.26],
      [0.11, -0.15],
      [0.05, -0.08],
    ] as const) {
      oval(context, court === "J" ? cloth : LINE, [x, y, 0.013, 0.026]);
    }
  });
  paintFace(context, court);
  if (court === "K") {
    polygon(context, HAIR.K, [
      [-0.185, -0.42],
      [-0.1, -0.33],
      [0, -0.315],
      [0.1, -0.33],
      [0.185, -0.42],
      [0.13, -0.22],
      [0, -0.13],
      [-0.13, -0.22],
    ]);
    context.strokeStyle = HAIR.K;
    both(context, () => curve(context, 0.045, [0, -0.385, 0.07, -0.4, 0.13, -0.35]));
  }
  headwear[court](context, cloth);
}

/** Paints the picture of a king, queen or jack, the same from either end. */
export function paintCourt(context: Context, size: Size, court: Court, suit: Suit): void {
  const { width, height } = size;
  const frame = { x: width * 0.24, y: height * 0.09, width: width * 0.52, height: height * 0.82 };
  const ink = suitInk(suit);
  const cloth =
    suit === "H" || suit === "D"
      ? palette.suitRed
      : mix(sideColours.blue.fill, palette.night, 0.35);
  const ground = context.createLinearGradient(0, frame.y, 0, frame.y + frame.height);
  ground.addColorStop(0, mix(palette.paper, palette.gold, 0.4));
  ground.addColorStop(0.5, mix(palette.paper, palette.gold, 0.08));
  ground.addColorStop(1, mix(palette.paper, palette.gold, 0.4));
  const outline = () => {
    context.beginPath();
    context.roundRect(frame.x, frame.y, frame.width, frame.height, width * 0.03);
  };
  context.save();
  outline();
  context.fillStyle = ground;
  context.fill();
  context.save();
  context.clip();
  for (const turned of [false, true]) {
    context.save();
    context.translate(width / 2, height / 2);
    context.rotate(turned ? Math.PI : 0);
    context.scale(height * 0.405, height * 0.405);
    paintBust(context, court, cloth);
    context.fillStyle = ink;
    fillSuit(context, suit, { x: 0.355, y: -0.84, height: 0.17 });
    context.restore();
  }
  context.fillStyle = palette.gold;
  context.fillRect(frame.x, height / 2 - height * 0.012, frame.width, height * 0.024);
  context.restore();
  outline();
  context.lineWidth = Math.max(1, width * 0.012);
  context.strokeStyle = ink;
  context.stroke();
  context.restore();
}
