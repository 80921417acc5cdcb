import { sideColours } from "../../../../src/look/palette.ts";
import { withAlpha } from "../../../stage/paint/colour.ts";
import { paintGlow } from "../../../stage/paint/felt.ts";
import type { Size } from "../../../stage/scene.ts";

type Context = CanvasRenderingContext2D;

/** How large the light of a lamp is, by its radius. */
export const LAMP_LIGHT = 6;

/** Where lamps in a row stand, from the middle of it, in radii. */
export const LAMPS = [-3.1, 0, 3.1] as const;

/** Paints the board of start lamps over a box, all of them out; `radius` of a lamp is in CSS pixels. */
export function paintLampBoard(
  context: Context,
  { width, height }: Size,
  radius: number,
  accent: string,
): void {
  context.beginPath();
  context.roundRect(1, 1, width - 2, height - 2, height * 0.3);
  context.fillStyle = "#07090cf2";
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = withAlpha(accent, 0.8);
  context.stroke();
  context.fillStyle = "#2a0d0e";
  for (const off of LAMPS) {
    context.beginPath();
    context.arc(width / 2 + off * radius, height / 2, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

/** Paints the light of a lamp that is on over a box. */
export function paintLamp(context: Context, box: Size): void {
  paintGlow(context, box, sideColours.red.fill);
  context.beginPath();
  context.arc(box.width / 2, box.height / 2, (box.width / LAMP_LIGHT) * 0.92, 0, 2 * Math.PI);
  context.fillStyle = "#ff5148";
  context.fill();
}
