import { whim } from "../../../../src/round/whim.ts";
import { mix, withAlpha } from "../../paint/colour.ts";
import { polish } from "../../paint/light.ts";
import { polygon } from "../../paint/strokes.ts";
import type { Point } from "../../paint/strokes.ts";
import type { Size } from "../../scene.ts";

type Context = CanvasRenderingContext2D;

/** What chips are worth is told by their colours, from the middle of the tray outwards. */
const VALUES = ["#e0ab30", "#3d72c4", "#33373f", "#c23a40", "#2f8a5a", "#dcd5c4"] as const;
const CREAM = "#f3ead2";

/** How much narrower the far side is, how high the near wall, and how wide a wall between two tubes. */
const [NARROWS, WALL, RIB] = [0.045, 0.2, 0.1] as const;
/** From one chip to the next, and how much deeper than wide its disc is seen, by the width of a tube. */
const [THICK, DISC] = [0.085, 0.62] as const;

/**
 * Paints the dealer's rack over a box, seen from before it: so many tubes in black lacquer with a rim of gold,
 * and in each a row of chips that stand on their edges.
 */
export function paintTray(
  context: Context,
  { width, height }: Size,
  tubes: number,
  accent: string,
): void {
  const density = context.getTransform().a;
  // Its shadow falls within the box.
  const [far, near] = [height * 0.05, height * 0.86];
  /** A point so far across, and so far from the far side to the near one, 0 to 1. */
  const at = (across: number, down: number): Point => [
    width * (0.5 + (across - 0.5) * (0.96 - NARROWS * (1 - down))),
    far + (near - far) * down,
  ];
  const foot = 1 - WALL;
  context.save();
  context.lineJoin = "round";
  context.shadowColor = "#000000b0";
  context.shadowBlur = height * 0.12 * density;
  context.shadowOffsetY = height * 0.06 * density;
  polygon(context, [at(0, 0), at(1, 0), at(1, 1), at(0, 1)]);
  const lacquer = context.createLinearGradient(0, far, 0, near);
  lacquer.addColorStop(0, "#0a0b0d");
  lacquer.addColorStop(foot, "#15171b");
  lacquer.addColorStop(foot + 0.01, "#4b4f58");
  lacquer.addColorStop(foot + 0.08, "#24272d");
  lacquer.addColorStop(1, "#0b0c0f");
  context.fillStyle = lacquer;
  context.fill();
  context.shadowColor = "#00000000";
  for (let i = 0; i < tubes; i++) {
    const [left, right] = [(i + RIB) / tubes, (i + 1 - RIB) / tubes];
    context.save();
    polygon(context, [at(left, 0.06), at(right, 0.06), at(right, foot), at(left, foot)]);
    context.clip();
    const [from] = at(left, foot);
    const [to] = at(right, foot);
    const hollow = context.createLinearGradient(from, 0, to, 0);
    hollow.addColorStop(0, "#000000");
    hollow.addColorStop(0.5, "#2b2e35");
    hollow.addColorStop(1, "#000000");
    context.fillStyle = hollow;
    context.fillRect(0, 0, width, height);
    const fromMiddle = Math.round(Math.abs(i - (tubes - 1) / 2));
    const colour = VALUES[fromMiddle % VALUES.length] ?? VALUES[0];
    paintRow(context, i, colour, (down) => [at((left + right) / 2, down), to - from]);
    context.restore();
  }
  const gold = context.createLinearGradient(0, 0, width, height);
  polish(gold, accent);
  context.strokeStyle = gold;
  context.lineWidth = Math.max(0.8, height * 0.026);
  polygon(context, [at(0, 0), at(1, 0), at(1, foot), at(0, foot)]);
  context.stroke();
  polygon(context, [at(0, 0), at(1, 0), at(1, 1), at(0, 1)]);
  context.stroke();
  context.restore();
}

/** Paints the chips of a tube, the far ones first: of all but the nearest no more than the edge is seen. */
function paintRow(
  context: Context,
  tube: number,
  colour: string,
  placeOf: (down: number) => [middle: Point, widthPx: number],
): void {
  const [[, farY], tubePx] = placeOf(0);
  const [[, nearY]] = placeOf(1 - WALL);
  const step = Math.max(1.6, tubePx * THICK);
  const disc = (tubePx / 2) * 0.97;
  const lowest = nearY - disc * DISC * 0.55;
  const most = Math.floor((lowest - farY) / step);
  const chips = Math.max(2, Math.round(most * (0.62 + 0.36 * whim(tube, 92))));
  for (let i = chips; i >= 0; i--) {
    const y = lowest - i * step;
    const [[x]] = placeOf((y - farY) / Math.max(1, nearY - farY));
    context.beginPath();
    context.ellipse(x, y, disc, disc * DISC, 0, 0, 2 * Math.PI);
    context.fillStyle = i % 2 ? colour : mix(colour, "#000000", 0.12);
    context.fill();
    // The notches of its edge, turned a little with each.
    context.lineWidth = step * 0.9;
    context.strokeStyle = CREAM;
    context.setLineDash([disc * 0.34, disc * 0.72]);
    context.lineDashOffset = disc * whim(tube, i, 93);
    context.beginPath();
    context.ellipse(x, y + step * 0.4, disc * 0.98, disc * DISC, 0, Math.PI, 2 * Math.PI);
    context.stroke();
    context.setLineDash([]);
    context.lineWidth = Math.max(0.5, step * 0.26);
    context.strokeStyle = "#00000070";
    context.beginPath();
    context.ellipse(x, y, disc, disc * DISC, 0, Math.PI, 2 * Math.PI);
    context.stroke();
  }
  const [[x]] = placeOf(1 - WALL);
  context.beginPath();
  context.ellipse(x, lowest, disc * 0.66, disc * DISC * 0.66, 0, 0, 2 * Math.PI);
  context.strokeStyle = withAlpha(CREAM, 0.75);
  context.lineWidth = Math.max(0.7, tubePx * 0.035);
  context.stroke();
  // Round as a tube is: the lamp lies along the middle of it.
  const round = context.createLinearGradient(x - disc, 0, x + disc, 0);
  round.addColorStop(0, "#00000090");
  round.addColorStop(0.26, "#00000008");
  round.addColorStop(0.44, "#ffffff58");
  round.addColorStop(0.62, "#00000008");
  round.addColorStop(1, "#000000a0");
  context.fillStyle = round;
  context.fillRect(x - disc - 2, farY, 2 * disc + 4, nearY - farY);
  // It lies deeper at the far end.
  const deep = context.createLinearGradient(0, farY, 0, nearY);
  deep.addColorStop(0, "#00000078");
  deep.addColorStop(0.5, "#00000000");
  context.fillStyle = deep;
  context.fillRect(x - disc - 2, farY, 2 * disc + 4, nearY - farY);
}
