import type { Size } from "../scene.ts";
import { mix, withAlpha } from "./colour.ts";
import type { Look } from "../looks.ts";
import { goldStops } from "./light.ts";

type Context = CanvasRenderingContext2D;

/** How a card's place is marked in the felt. */
export interface PlaceLook {
  /** The outlined letter, or nothing. */
  letter: string;
  /** The side's colour, `#rrggbb`. */
  colour: string;
  /** The colour of the inlaid line, `#rrggbb`. */
  accent: string;
  look: Look;
  typeface: string;
}

/** Paints the place of a card over a whole box: sunk a little, a fine line, and the side's letter. */
export function paintPlace(context: Context, { width, height }: Size, look: PlaceLook): void {
  const line = Math.max(1, width * 0.014);
  const outline = (inset: number) => {
    context.beginPath();
    context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, width * 0.09);
  };
  outline(line);
  const sunk = context.createLinearGradient(0, 0, 0, height);
  const { addsLight, isOrnate, ink } = look.look;
  const deepness = addsLight ? 1 : 0.45;
  sunk.addColorStop(0, withAlpha("#000000", 0.44 * deepness));
  sunk.addColorStop(0.2, withAlpha("#000000", 0.22 * deepness));
  sunk.addColorStop(1, withAlpha("#000000", 0.1 * deepness));
  context.fillStyle = sunk;
  context.fill();
  // The line is let into the cloth: shade above it, gold, and light on its lower edge.
  context.lineWidth = line;
  context.strokeStyle = "#00000066";
  outline(line * 0.6);
  context.stroke();
  const gold = context.createLinearGradient(0, 0, width * 0.5, height);
  goldStops(gold, (share) =>
    withAlpha(mix(look.accent, share < 0 ? "#1c1002" : "#fff6dd", Math.abs(share) * 0.8), 0.8),
  );
  context.strokeStyle = gold;
  outline(line * 1.2);
  context.stroke();
  const type = width * 0.6;
  context.font = `800 ${type}px ${look.typeface}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  const y = height / 2 + type * 0.36;
  const deep = Math.max(0.8, type * 0.02);
  for (const [shift, colour] of [
    [-deep, "#00000070"],
    [deep, "#ffffff2c"],
    [0, isOrnate ? withAlpha(mix(look.colour, ink, 0.24), 0.62) : ink],
  ] as const) {
    context.fillStyle = colour;
    context.fillText(look.letter, width / 2, y + shift);
  }
}

/** Paints a frame of light around a card of `size` less `blurPx` on every side. */
export function paintFrame(
  context: Context,
  { width, height }: Size,
  blurPx: number,
  colour: string,
): void {
  const density = context.getTransform().a;
  const stroke = Math.max(2, blurPx * 0.24);
  const gap = blurPx - stroke * 0.9;
  context.save();
  context.beginPath();
  context.roundRect(gap, gap, width - 2 * gap, height - 2 * gap, (width - 2 * blurPx) * 0.09);
  context.lineWidth = stroke;
  context.shadowColor = colour;
  context.shadowBlur = blurPx * 0.8 * density;
  context.strokeStyle = colour;
  context.stroke();
  context.shadowBlur = blurPx * 0.3 * density;
  context.strokeStyle = mix(colour, "#ffffff", 0.35);
  context.lineWidth = stroke * 0.6;
  context.stroke();
  context.restore();
}

/** Paints a fine clasp over two things side by side: a line above, its ends turned down to either. */
export function paintBracket(context: Context, { width, height }: Size, colour: string): void {
  const line = Math.max(1.5, height * 0.07);
  const [left, right, top, foot] = [8, width - 8, line * 2, height * 0.62];
  context.lineWidth = line;
  context.lineJoin = "round";
  context.lineCap = "round";
  context.shadowColor = colour;
  context.shadowBlur = 6 * context.getTransform().a;
  const gold = context.createLinearGradient(0, 0, width, 0);
  goldStops(gold, (share) => mix(colour, share < 0 ? "#3a2503" : "#fff8e2", Math.abs(share) * 0.7));
  context.strokeStyle = gold;
  context.beginPath();
  context.moveTo(left, foot);
  context.lineTo(left, top + 4);
  context.arcTo(left, top, left + 4, top, 4);
  context.lineTo(right - 4, top);
  context.arcTo(right, top, right, top + 4, 4);
  context.lineTo(right, foot);
  context.stroke();
  context.translate(width / 2, top);
  context.rotate(Math.PI / 4);
  const knot = line * 2.2;
  context.fillStyle = mix(colour, "#ffffff", 0.4);
  context.fillRect(-knot / 2, -knot / 2, knot, knot);
}

/** Paints a fine double line let into the cloth along the edge of a table, with a knot in every corner. */
export function paintTableFrame(
  context: Context,
  { width, height }: Size,
  colour: string,
  strength: number,
): void {
  const inset = Math.max(5, Math.min(12, height * 0.035));
  const radius = Math.min(height * 0.3, 70);
  for (const [gap, line, alpha] of [
    [0, 1.4, 0.5],
    [inset * 0.45, 0.8, 0.3],
  ] as const) {
    const [x, y] = [inset + gap, inset + gap];
    context.lineWidth = line;
    for (const [shift, ink] of [
      [-1, "#00000050"],
      [0, withAlpha(colour, alpha * strength)],
    ] as const) {
      context.beginPath();
      context.roundRect(x, y + shift, width - 2 * x, height - 2 * y, radius - gap);
      context.strokeStyle = ink;
      context.stroke();
    }
  }
  const knot = Math.max(3, inset * 0.5);
  context.fillStyle = withAlpha(colour, 0.8 * strength);
  for (const x of [inset + inset * 0.22, width - inset - inset * 0.22]) {
    context.save();
    context.translate(x, height / 2);
    context.rotate(Math.PI / 4);
    context.fillRect(-knot / 2, -knot / 2, knot, knot);
    context.restore();
  }
}

/** Paints a small dark plate with a fine edge over a whole box, for what is to be read on light. */
export function paintPlaque(
  context: Context,
  { width, height }: Size,
  ground: string,
  line: string,
): void {
  context.beginPath();
  context.roundRect(1, 1, width - 2, height - 2, height / 2);
  context.fillStyle = withAlpha(ground, 0.8);
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = line;
  context.stroke();
}

/** Paints a fine line with a diamond in its middle across a box, fading at its ends. */
export function paintRule(context: Context, { width, height }: Size, colour: string): void {
  const upright = height > width;
  const length = upright ? height : width;
  const across = upright ? width : height;
  context.save();
  if (upright) {
    context.translate(width, 0);
    context.rotate(Math.PI / 2);
  }
  const line = context.createLinearGradient(0, 0, length, 0);
  line.addColorStop(0, withAlpha(colour, 0));
  line.addColorStop(0.5, withAlpha(colour, 0.6));
  line.addColorStop(1, withAlpha(colour, 0));
  context.fillStyle = line;
  context.fillRect(0, across / 2 - 0.5, length / 2 - across * 0.8, 1);
  context.fillRect(length / 2 + across * 0.8, across / 2 - 0.5, length / 2 - across * 0.8, 1);
  context.translate(length / 2, across / 2);
  context.rotate(Math.PI / 4);
  context.fillStyle = withAlpha(colour, 0.75);
  context.fillRect(-across * 0.25, -across * 0.25, across * 0.5, across * 0.5);
  context.restore();
}

/** Paints the mouth of a shoe over a box: a dark case with a gold lip. */
export function paintShoe(context: Context, { width, height }: Size, accent: string): void {
  const body = context.createLinearGradient(0, 0, width, height);
  body.addColorStop(0, "#3a2a22");
  body.addColorStop(0.5, "#1c1411");
  body.addColorStop(1, "#0c0908");
  context.beginPath();
  context.roundRect(0, 0, width, height, width * 0.09);
  context.fillStyle = body;
  context.fill();
  context.lineWidth = Math.max(1, width * 0.015);
  context.strokeStyle = withAlpha(accent, 0.5);
  context.stroke();
  context.beginPath();
  context.roundRect(width * 0.1, height * 0.78, width * 0.8, height * 0.12, height * 0.03);
  context.fillStyle = "#050303";
  context.fill();
  context.strokeStyle = withAlpha(accent, 0.8);
  context.stroke();
}
