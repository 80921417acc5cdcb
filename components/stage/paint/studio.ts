import type { Look } from "../looks.ts";
import type { Size } from "../scene.ts";
import { whim } from "../tracks.ts";
import { mix, withAlpha } from "./colour.ts";

type Context = CanvasRenderingContext2D;

const LAMPS = ["#ffd98a", "#ff9d6b", "#8ac6ff", "#ffe9c9", "#b58cff"] as const;

/** Paints the studio behind a table over the upper part of a box: lights out of focus in the dark. */
export function paintStudio(
  context: Context,
  { width }: Size,
  { top, foot }: { top: number; foot: number },
  look: Look,
): void {
  const height = Math.min(foot - top, width * 0.14);
  const stand = context.createLinearGradient(0, top - height * 0.6, 0, foot);
  stand.addColorStop(0, mix(look.night, "#000000", 0.3));
  stand.addColorStop(1, mix(look.track, look.night, 0.55));
  context.fillStyle = stand;
  context.fillRect(0, 0, width, foot + 2);
  if (!look.isOrnate) {
    return;
  }
  const count = Math.round(((foot - top) / height) * (width / 5));
  context.save();
  context.globalCompositeOperation = look.addsLight ? "lighter" : "source-over";
  for (let i = 0; i < count; i++) {
    const [x, y] = [whim(i, 11) * width, top + (foot - top) * (0.02 + 0.92 * whim(i, 12))];
    const radius = height * lerpSize(whim(i, 13));
    const bright =
      (look.addsLight ? 1 : 0.4) * (0.12 + 0.3 * whim(i, 15) * (0.5 + (0.5 * x) / width));
    paintFarLamp(context, { x, y, radius }, i, bright);
  }
  context.restore();
}

/** Paints the nth of many lamps far out of focus: none has an edge. `bright` from 0 to 1. */
export function paintFarLamp(
  context: Context,
  { x, y, radius }: { x: number; y: number; radius: number },
  nth: number,
  bright: number,
): void {
  const colour = LAMPS[Math.floor(whim(nth, 14) * LAMPS.length)] ?? LAMPS[0];
  const disc = context.createRadialGradient(x, y, 0, x, y, radius);
  disc.addColorStop(0, withAlpha(colour, bright));
  disc.addColorStop(0.4, withAlpha(colour, bright * 0.72));
  disc.addColorStop(0.75, withAlpha(colour, bright * 0.2));
  disc.addColorStop(1, withAlpha(colour, 0));
  context.fillStyle = disc;
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

const lerpSize = (share: number): number => 0.09 + 0.2 * share ** 2;
