import { palette } from "../../../src/hud/tokens.ts";
import type { Size } from "../scene.ts";
import { mix, withAlpha } from "./colour.ts";
import { polish } from "./light.ts";

type Context = CanvasRenderingContext2D;

/** A shoe is so wide by its height. */
export const SHOE_RATIO = 1.4;

/** A smaller one than this, in CSS pixels, is not recognised: cards come from nowhere in particular then. */
export const SMALL_SHOE_PX = 56;

/** Its outline from the side, in its own box: the back is high, the mouth low and at the left. */
const OUTLINE = [
  [0.2, 0.6],
  [0.66, 0.1],
  [0.95, 0.1],
  [0.95, 0.86],
  [0.2, 0.86],
] as const;

/**
 * Paints a dealing shoe over a box, seen from its side: smoked glass on a dark case, the deck leaning in
 * it, its edges of gold, and the next card with its white rim in the mouth.
 */
export function paintShoe(context: Context, { width, height }: Size, accent: string): void {
  const density = context.getTransform().a;
  const line = Math.max(1, width * 0.014);
  const outline = () => {
    context.beginPath();
    const [first, ...others] = OUTLINE.map(([x, y]) => [x * width, y * height] as const);
    const last = others.at(-1) ?? [0, 0];
    context.moveTo(((first?.[0] ?? 0) + last[0]) / 2, ((first?.[1] ?? 0) + last[1]) / 2);
    const points = [first ?? ([0, 0] as const), ...others];
    points.forEach((point, i) => {
      const next = points[(i + 1) % points.length] ?? point;
      context.arcTo(...point, ...next, width * 0.035);
    });
    context.closePath();
  };
  const gold = context.createLinearGradient(width * 0.1, 0, width * 0.9, height);
  polish(gold, accent);
  // The case, with its shadow on the cloth.
  context.save();
  context.shadowColor = "#000000b0";
  context.shadowBlur = width * 0.07 * density;
  context.shadowOffsetY = width * 0.035 * density;
  const glass = context.createLinearGradient(0, height * 0.1, width * 0.4, height);
  glass.addColorStop(0, "#3a4048");
  glass.addColorStop(0.5, "#1b1f25");
  glass.addColorStop(1, "#0c0e12");
  context.fillStyle = glass;
  outline();
  context.fill();
  context.restore();
  // The deck leans against the mouth: thin edges of paper, between two backs.
  context.save();
  outline();
  context.clip();
  for (let i = 0; i < 22; i++) {
    const x = width * (0.27 + i * 0.026);
    context.strokeStyle = withAlpha(
      mix(palette.paper, palette.cardBack, i % 3 ? 0.12 : 0.62),
      0.85,
    );
    context.lineWidth = width * 0.014;
    context.beginPath();
    context.moveTo(x, height * 0.8);
    context.lineTo(x + width * 0.17, height * (0.56 - Math.min(i, 14) * 0.025));
    context.stroke();
  }
  const smoke = context.createLinearGradient(0, 0, 0, height);
  smoke.addColorStop(0, "#0c0e1233");
  smoke.addColorStop(1, "#0c0e12a6");
  context.fillStyle = smoke;
  context.fillRect(0, 0, width, height);
  context.restore();
  context.strokeStyle = gold;
  context.lineWidth = line * 1.4;
  outline();
  context.stroke();
  // Its foot, and the card in the mouth.
  context.fillStyle = gold;
  context.beginPath();
  context.roundRect(width * 0.16, height * 0.84, width * 0.81, height * 0.07, height * 0.03);
  context.fill();
  context.save();
  context.shadowColor = "#00000090";
  context.shadowBlur = width * 0.03 * density;
  context.shadowOffsetY = width * 0.015 * density;
  const tongue = (inset: number, colour: string) => {
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(width * (0.03 + inset), height * (0.91 - inset * 0.5));
    context.lineTo(width * (0.27 - inset), height * (0.7 + inset));
    context.lineTo(width * (0.27 - inset), height * (0.83 - inset * 0.5));
    context.lineTo(width * (0.12 - inset), height * (0.97 - inset));
    context.closePath();
    context.fill();
  };
  tongue(0, palette.paper);
  context.restore();
  tongue(0.022, palette.cardBack);
}
