import { palette } from "../../../src/hud/tokens.ts";
import type { Size } from "../scene.ts";
import { whim } from "../tracks.ts";
import { mix, withAlpha } from "./colour.ts";

type Context = CanvasRenderingContext2D;

const NAP_PX = 96;

/** The nap of cloth: specks that are hardly seen, and keep broad gradients from banding. */
function paintNap(context: Context, { width, height }: Size): void {
  const tile = document.createElement("canvas");
  tile.width = NAP_PX;
  tile.height = NAP_PX;
  const specks = tile.getContext("2d");
  if (!specks) {
    return;
  }
  for (let i = 0; i < 2_600; i++) {
    specks.fillStyle = whim(i, 3) < 0.5 ? "#ffffff0b" : "#0000001c";
    specks.fillRect(Math.floor(whim(i, 1) * NAP_PX), Math.floor(whim(i, 2) * NAP_PX), 1, 1);
  }
  const nap = context.createPattern(tile, "repeat");
  if (nap) {
    context.fillStyle = nap;
    context.fillRect(0, 0, width, height);
  }
}

/** Paints cloth under a warm lamp over a whole box, dark towards its corners. */
export function paintFelt(context: Context, size: Size, cloth: string = palette.felt): void {
  const { width, height } = size;
  const reach = Math.hypot(width, height) / 2;
  const lamp = context.createRadialGradient(
    width / 2,
    height * 0.42,
    0,
    width / 2,
    height * 0.46,
    reach * 1.05,
  );
  lamp.addColorStop(0, mix(cloth, "#ffd9a0", 0.2));
  lamp.addColorStop(0.35, mix(cloth, "#ffd9a0", 0.07));
  lamp.addColorStop(0.7, mix(cloth, palette.night, 0.3));
  lamp.addColorStop(1, mix(cloth, palette.night, 0.78));
  context.fillStyle = lamp;
  context.fillRect(0, 0, width, height);
  paintNap(context, size);
}

/** Paints a soft round light that fills a box and fades to nothing at its edge. */
export function paintGlow(context: Context, { width, height }: Size, colour: string): void {
  context.save();
  context.scale(width / 2, height / 2);
  const glow = context.createRadialGradient(1, 1, 0, 1, 1, 1);
  for (const [at, alpha] of [
    [0, 0.62],
    [0.35, 0.36],
    [0.65, 0.12],
    [1, 0],
  ] as const) {
    glow.addColorStop(at, withAlpha(colour, alpha));
  }
  context.fillStyle = glow;
  context.fillRect(0, 0, 2, 2);
  context.restore();
}

/** Paints a soft shadow with the outline of a rounded box, `blurPx` within the given size. */
export function paintSoftBox(
  context: Context,
  { width, height }: Size,
  blurPx: number,
  colour: string,
): void {
  // The box itself is drawn outside the picture: only its blurred shadow falls into it.
  const away = width * 2;
  context.save();
  context.shadowColor = colour;
  // Shadow offset and blur are in device pixels, whatever the transform.
  const density = context.getTransform().a;
  context.shadowBlur = blurPx * density;
  context.shadowOffsetX = away * density;
  context.fillStyle = "#000000";
  context.beginPath();
  context.roundRect(blurPx - away, blurPx, width - 2 * blurPx, height - 2 * blurPx, blurPx * 0.6);
  context.fill();
  context.restore();
}
