import { palette } from "../../../src/hud/tokens.ts";
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

/** Fades whatever is painted in the box towards its edge, as light falls off. */
function fade(context: Context, { width, height }: Size): void {
  context.save();
  context.globalCompositeOperation = "destination-in";
  context.scale(width / 2, height / 2);
  const mask = context.createRadialGradient(1, 1, 0.25, 1, 1, 1);
  mask.addColorStop(0, "#000000ff");
  mask.addColorStop(1, "#00000000");
  context.fillStyle = mask;
  context.fillRect(0, 0, 2, 2);
  context.restore();
}

/** Paints the scales of a dragon over a box, fading towards its edge. */
export function paintScales(context: Context, size: Size, colour: string): void {
  const radius = Math.max(9, Math.min(size.width, size.height) / 13);
  context.lineWidth = Math.max(0.8, radius * 0.09);
  for (let row = 0; row * radius * 0.62 < size.height + radius; row++) {
    for (let x = (row % 2) * radius - radius; x < size.width + radius; x += radius * 2) {
      const y = row * radius * 0.62;
      const light = context.createLinearGradient(0, y, 0, y + radius);
      light.addColorStop(0, withAlpha(colour, 0));
      light.addColorStop(1, withAlpha(colour, 0.46));
      context.beginPath();
      context.arc(x, y, radius * 0.96, 0, Math.PI);
      context.fillStyle = light;
      context.fill();
      context.strokeStyle = withAlpha(mix(colour, palette.gold, 0.5), 0.44);
      context.stroke();
    }
  }
  fade(context, size);
}

/** Paints the stripes of a tiger over a box, fading towards its edge. */
export function paintStripes(context: Context, size: Size, colour: string): void {
  const { width, height } = size;
  const step = Math.max(16, height / 8);
  for (const side of [-1, 1]) {
    for (let i = -1; i * step < height + step; i++) {
      const y = i * step + (side > 0 ? step / 2 : 0);
      const root = width / 2 + (side * width) / 2;
      const tip = width / 2 + side * width * (i % 2 ? 0.06 : 0.14);
      const thick = step * (i % 2 ? 0.2 : 0.3);
      context.beginPath();
      context.moveTo(root, y - thick);
      context.bezierCurveTo(
        root - side * width * 0.2,
        y - thick * 2.6,
        tip + side * width * 0.1,
        y - thick,
        tip,
        y + step * 0.55,
      );
      context.bezierCurveTo(
        tip + side * width * 0.14,
        y + thick,
        root - side * width * 0.2,
        y - thick * 0.2,
        root,
        y + thick,
      );
      context.closePath();
      context.fillStyle = withAlpha(colour, 0.44);
      context.fill();
    }
  }
  fade(context, size);
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
