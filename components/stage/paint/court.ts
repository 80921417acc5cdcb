import { palette, sideColours } from "../../../src/hud/tokens.ts";
import type { CardValue, Suit } from "../../../src/round/cards.ts";
import type { Size } from "../scene.ts";
import { mix, withAlpha } from "./colour.ts";
import { paintHalves } from "./emblems.ts";
import type { Half } from "./emblems.ts";
import { polish } from "./light.ts";
import { fillSuit } from "./suits.ts";

type Context = CanvasRenderingContext2D;
type Court = Extract<CardValue, "J" | "Q" | "K">;

/** What each wears, above the middle of the card, which is half a panel wide: 46 to the right of it. */
const worn: Readonly<Record<Court, Half>> = {
  /** A crown with a cross, lined with cloth. */
  K: {
    body: "M0-86L10-62L21-82L27-62L39-76L32-42H0Z",
    lines: "M0-99V-88M-5-95H5M0-50H33M0-42H32M0-34H30L32-42",
    fine: "M5-66L10-54M17-70L21-56M31-66L29-56M6-46H28",
    bright:
      "M0-46L4-42L0-38L0-46ZM13-38L17-42L21-38L17-34ZM0-90A4 4 0 0 1 0-82ZM21-88A3.6 3.6 0 1 1 20.9-88ZM39-82A3.6 3.6 0 1 1 38.9-82Z",
  },
  /** A coronet of lilies and pearls. */
  Q: {
    body: "M0-78C7-74 8-64 12-58C15-66 20-74 31-78C29-66 31-54 29-42H0Z",
    lines: "M0-50H30M0-42H29M0-34H26L29-42M0-78C5-82 5-86 0-92",
    fine: "M0-70C4-66 5-60 4-54M14-54C17-62 21-68 26-71M20-53C21-59 24-63 27-66",
    bright:
      "M0-98A4.2 4.2 0 0 1 0-89.6ZM32-87A4 4 0 1 1 31.9-87ZM13-68A3.4 3.4 0 1 1 12.9-68ZM7-38A2.6 2.6 0 1 1 6.9-38ZM17-38A2.6 2.6 0 1 1 16.9-38Z",
  },
  /** A helmet with its visor shut, and two plumes. */
  J: {
    body: "M0-82C14-81 25-74 27-60L29-54L25-52C25-44 22-38 12-32L0-28Z",
    lines: "M0-82V-62M29-54L14-59L0-55M4-84C6-98 22-104 38-96C42-88 36-78 27-74",
    fine: "M7-86C12-95 24-98 34-93M10-83C17-90 27-91 35-87M14-81C20-85 28-85 33-81M0-46H21M0-40H17",
    bright:
      "M7-54L22-57C22-53 17-50 9-51ZM0-88A4.5 4.5 0 0 1 0-79ZM5-36A1.6 1.6 0 1 1 4.9-36ZM10-36A1.6 1.6 0 1 1 9.9-36Z",
  },
};

/** Leaves at either side of the suit. */
const LEAVES: Half = {
  body: "",
  lines: "M20-6C28-4 36-8 38-18C39-24 34-28 31-24",
  fine: "M26-7C28-12 27-16 24-19M33-11C38-10 41-7 42-3",
  bright: "M24-19C21-15 22-10 26-7C29-11 28-16 24-19ZM42-3C38-2 34-6 33-11C38-11 41-8 42-3Z",
};

/** Paints the picture of a king, queen or jack: what each wears over the suit, the same from either end. */
export function paintCourt(context: Context, size: Size, court: Court, suit: Suit): void {
  const { width, height } = size;
  const frame = { x: width * 0.245, y: height * 0.09, width: width * 0.51, height: height * 0.82 };
  const isRed = suit === "H" || suit === "D";
  const cloth = isRed ? palette.suitRed : mix(sideColours.blue.fill, palette.night, 0.45);
  const ground = context.createLinearGradient(0, frame.y, 0, frame.y + frame.height);
  for (const [at, shade] of [
    [0, 0.55],
    [0.5, 0.2],
    [1, 0.55],
  ] as const) {
    ground.addColorStop(at, mix(cloth, "#000000", shade));
  }
  const gold = context.createLinearGradient(frame.x, 0, frame.x + frame.width, height);
  polish(gold, palette.gold);
  const outline = (inset: number) => {
    context.beginPath();
    const [across, down] = [frame.width - 2 * inset, frame.height - 2 * inset];
    context.roundRect(frame.x + inset, frame.y + inset, across, down, width * 0.03);
  };
  context.save();
  outline(0);
  context.fillStyle = ground;
  context.fill();
  context.save();
  context.clip();
  // Silk, woven in lozenges.
  context.strokeStyle = withAlpha(palette.gold, 0.2);
  context.lineWidth = Math.max(0.5, width * 0.004);
  const step = width * 0.075;
  context.beginPath();
  for (let x = frame.x - height; x < frame.x + frame.width; x += step) {
    context.moveTo(x, frame.y);
    context.lineTo(x + height, frame.y + height);
    context.moveTo(x + height, frame.y);
    context.lineTo(x, frame.y + height);
  }
  context.stroke();
  for (const turned of [0, Math.PI]) {
    context.save();
    context.translate(width / 2, height / 2);
    context.rotate(turned);
    context.scale(frame.width / 92, frame.width / 92);
    const colours = { ground: mix(cloth, "#000000", 0.1), metal: palette.gold, dark: "#000000" };
    paintHalves(context, worn[court], colours);
    paintHalves(context, LEAVES, colours);
    context.fillStyle = palette.paper;
    fillSuit(context, suit, { x: 0, y: -15, height: 22 });
    context.restore();
  }
  context.restore();
  context.strokeStyle = gold;
  context.lineWidth = Math.max(1, width * 0.008);
  context.beginPath();
  context.moveTo(frame.x, height / 2);
  context.lineTo(frame.x + frame.width, height / 2);
  context.stroke();
  context.lineWidth = Math.max(1.2, width * 0.016);
  outline(0);
  context.stroke();
  context.lineWidth = Math.max(0.6, width * 0.006);
  outline(width * 0.022);
  context.stroke();
  context.restore();
}
