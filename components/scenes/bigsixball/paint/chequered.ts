import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import type { Size } from "../../../stage/scene.ts";

/** How many squares the flag has along and down, how far its folds sway, and how much of its pole is below it. */
const [ALONG, DOWN, SWAY, POLE] = [6, 4, 0.05, 0.3] as const;

/** Paints the flag of a finish over a box: its pole in the middle from the foot up, its cloth to the right of it. */
export function paintChequered(context: CanvasRenderingContext2D, { width, height }: Size): void {
  const pole = Math.max(1.5, width * 0.05);
  const [left, wide, high] = [width / 2, width / 2, height * (1 - POLE)];
  context.shadowColor = "#00000090";
  context.shadowBlur = width * 0.06;
  context.shadowOffsetY = width * 0.03;
  const bent = (share: number) => height * SWAY * Math.sin(share * 2 * Math.PI);
  for (let column = 0; column < ALONG; column++) {
    const [from, to] = [column / ALONG, (column + 1) / ALONG];
    const shade = 0.1 + 0.22 * Math.abs(Math.sin(to * 2 * Math.PI));
    for (let row = 0; row < DOWN; row++) {
      const [top, foot] = [row, row + 1].map((nth) => height * 0.06 + (nth / DOWN) * high * 0.86);
      context.beginPath();
      context.moveTo(left + from * wide, (top ?? 0) + bent(from));
      context.lineTo(left + to * wide, (top ?? 0) + bent(to));
      context.lineTo(left + to * wide, (foot ?? 0) + bent(to));
      context.lineTo(left + from * wide, (foot ?? 0) + bent(from));
      context.fillStyle = mix((row + column) % 2 ? "#15181d" : "#f6f3ea", "#000000", shade);
      context.fill();
    }
    context.shadowColor = "#00000000";
  }
  context.fillStyle = "#d8cfbd";
  context.fillRect(left - pole, 0, pole, height);
}

/** Paints a ribbon over a box, with light along its edge. */
export function paintRibbon(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  body: string,
): void {
  const light = context.createLinearGradient(0, 0, width, height);
  light.addColorStop(0, mix(body, "#ffffff", 0.55));
  light.addColorStop(0.5, body);
  light.addColorStop(1, mix(body, "#000000", 0.35));
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
}

/** Paints the mark over a box that tells where the first ball crossed the line: a disc of gold, in it the team's colour. */
export function paintSpot(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  fill: string,
): void {
  for (const [share, colour] of [
    [1, "#000000b0"],
    [0.88, "#ffdf9a"],
    [0.7, "#15181d"],
    [0.58, fill],
    [0.22, "#fff8e6"],
  ] as const) {
    context.beginPath();
    context.ellipse(
      width / 2,
      height / 2,
      (width / 2) * share,
      (height / 2) * share,
      0,
      0,
      2 * Math.PI,
    );
    context.fillStyle = colour;
    context.fill();
  }
}

/** Paints the light that strikes along a line over a box: of one colour in its middle, and gone at its edges in another. */
export function paintStrike(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  [core, edge]: readonly [string, string],
): void {
  const across = context.createLinearGradient(0, 0, 0, height);
  for (const [at, alpha] of [
    [0, 0],
    [0.25, 0.22],
    [0.42, 0.75],
    [0.5, 1],
    [0.58, 0.75],
    [0.75, 0.22],
    [1, 0],
  ] as const) {
    across.addColorStop(at, withAlpha(mix(edge, core, alpha), alpha));
  }
  context.fillStyle = across;
  context.fillRect(0, 0, width, height);
}
