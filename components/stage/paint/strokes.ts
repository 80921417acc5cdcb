import type { Size } from "../scene.ts";
import { mix, withAlpha } from "./colour.ts";

type Context = CanvasRenderingContext2D;

/** Draws something inlaid in the felt: a dark edge above and a light edge below. */
export function inlaid(context: Context, colour: string, draw: () => void): void {
  for (const [shift, ink] of [
    [-1, "#00000078"],
    [1, "#ffffff20"],
    [0, colour],
  ] as const) {
    context.save();
    context.translate(0, shift);
    context.fillStyle = ink;
    context.strokeStyle = ink;
    draw();
    context.restore();
  }
}

/** Paints a soft round light that fills a box and fades out at its edge. */
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

/** Paints a pill of polished gold that fills a box, as the ground for dark text. */
export function paintPill(context: Context, { width, height }: Size, accent: string): void {
  const gold = context.createLinearGradient(0, 0, 0, height);
  gold.addColorStop(0, mix(accent, "#fff8e2", 0.55));
  gold.addColorStop(0.5, accent);
  gold.addColorStop(1, mix(accent, "#3a2503", 0.25));
  context.shadowColor = "#00000090";
  context.shadowBlur = 4 * context.getTransform().a;
  context.shadowOffsetY = 1.5 * context.getTransform().a;
  context.beginPath();
  context.roundRect(4, 3, width - 8, height - 6, height / 2);
  context.fillStyle = gold;
  context.fill();
}
