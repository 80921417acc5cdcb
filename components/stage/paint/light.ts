import { palette } from "../../../src/look/palette.ts";
import { rimInset } from "../measures.ts";
import type { Size } from "../scene.ts";
import { mix, withAlpha } from "./colour.ts";
import { cornerRadius, traceTable } from "./table-outline.ts";

type Context = CanvasRenderingContext2D;

/** The side of the box that shade is painted over, and half the width of the light in it, in CSS pixels. */
export const [DIMMING_PX, DIMMING_LIT_PX] = [256, 20] as const;

/** Paints shade over a whole box but for a soft round hole in its middle: smaller by `spread`, from 1 up. */
export function paintDimming(
  context: Context,
  { width, height }: Size,
  colour: string,
  spread: number,
): void {
  const shade = context.createRadialGradient(
    width / 2,
    height / 2,
    0,
    width / 2,
    height / 2,
    width / 2,
  );
  for (const [at, alpha] of [
    [0, 0],
    [0.12, 0.04],
    [0.2, 0.5],
    [0.32, 0.86],
    [0.5, 1],
  ] as const) {
    shade.addColorStop(at / spread, withAlpha(colour, alpha));
  }
  context.fillStyle = shade;
  context.fillRect(0, 0, width, height);
}

/**
 * How much smaller the light is painted in its shade, so that the shade reaches over all of a box from wherever
 * the light is: a power of two, so that it seldom has to be painted anew.
 *
 * @param reach half the width of what stays lit. @param far the longer side of the box. CSS pixels both.
 */
export function dimmingSpread(reach: number, far: number): number {
  const halves = DIMMING_PX / 2 / DIMMING_LIT_PX;
  return 2 ** Math.max(0, Math.ceil(Math.log2(far / (reach * halves))));
}

/** A colour along a box, gone at both ends: whole from a share of its width to as much before its end. */
export function fadingEnds(
  context: Context,
  width: number,
  { ends = "#00000000", middle = "#000000", by }: { ends?: string; middle?: string; by: number },
): CanvasGradient {
  const along = context.createLinearGradient(0, 0, width, 0);
  along.addColorStop(0, ends);
  along.addColorStop(by, middle);
  along.addColorStop(1 - by, middle);
  along.addColorStop(1, ends);
  return along;
}

/** Paints a band across a box, fading at both ends, with a fine line along either edge. */
export function paintBand(
  context: Context,
  { width, height }: Size,
  colour: string,
  line: string,
): void {
  const fade = (ends: string, middle: string) =>
    fadingEnds(context, width, { ends, middle, by: 0.22 });
  context.fillStyle = fade("#05080b00", "#05080bd8");
  context.fillRect(0, 0, width, height);
  context.fillStyle = fade(withAlpha(colour, 0), withAlpha(colour, 0.62));
  context.fillRect(0, height * 0.06, width, height * 0.88);
  context.fillStyle = fade(`${line.slice(0, 7)}00`, line);
  context.fillRect(0, 0, width, 1.5);
  context.fillRect(0, height - 1.5, width, 1.5);
}

/** Paints rays out of the middle of a box, `count` of them, fading towards its edge. */
export function paintRays(
  context: Context,
  { width, height }: Size,
  colour: string,
  count: number,
): void {
  context.save();
  context.translate(width / 2, height / 2);
  context.scale(width / 2, height / 2);
  const light = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  // A core of gold, the colour of the winner around it, and no edge at all.
  light.addColorStop(0, withAlpha(palette.gilt, 0.8));
  light.addColorStop(0.3, withAlpha(mix(colour, palette.gilt, 0.45), 0.5));
  light.addColorStop(0.62, withAlpha(colour, 0.2));
  light.addColorStop(1, withAlpha(colour, 0));
  context.fillStyle = light;
  for (let i = 0; i < count; i++) {
    const angle = (i * 2 * Math.PI) / count;
    const half = (Math.PI / count) * (i % 2 ? 0.3 : 0.52);
    context.beginPath();
    context.moveTo(0, 0);
    context.lineTo(Math.cos(angle - half), Math.sin(angle - half));
    context.lineTo(Math.cos(angle + half), Math.sin(angle + half));
    context.fill();
  }
  context.restore();
}

/** Paints a cone of light from the middle of a box's upper edge, with a pool where it falls. */
export function paintCone(context: Context, { width, height }: Size, colour: string): void {
  context.save();
  const fall = context.createLinearGradient(0, 0, 0, height);
  fall.addColorStop(0, withAlpha(colour, 0.6));
  fall.addColorStop(0.55, withAlpha(colour, 0.22));
  fall.addColorStop(1, withAlpha(colour, 0));
  context.fillStyle = fall;
  // Several cones within each other make a soft edge without a filter.
  for (const share of [1, 0.86, 0.72, 0.6]) {
    context.globalAlpha = 0.3;
    context.beginPath();
    context.moveTo(width * (0.5 - 0.1 * share), 0);
    context.lineTo(width * (0.5 + 0.1 * share), 0);
    context.lineTo(width * (0.5 + 0.5 * share), height);
    context.lineTo(width * (0.5 - 0.5 * share), height);
    context.fill();
  }
  context.restore();
}

/** Paints a beam along a box, brightest in its core, fading at both ends. */
export function paintBeam(context: Context, { width, height }: Size, colour: string): void {
  context.save();
  context.fillStyle = (() => {
    const across = context.createLinearGradient(0, 0, 0, height);
    for (const [at, alpha] of [
      [0, 0],
      [0.3, 0.16],
      [0.5, 0.62],
      [0.7, 0.16],
      [1, 0],
    ] as const) {
      across.addColorStop(at, withAlpha(colour, alpha));
    }
    return across;
  })();
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = "destination-in";
  context.fillStyle = fadingEnds(context, width, { by: 0.25 });
  context.fillRect(0, 0, width, height);
  context.restore();
}

/** Polishes a metal, `#rrggbb`, from its lit edge to its foot: stops of light and shade around it. */
export function polish(gradient: CanvasGradient, metal: string, alpha = 1): void {
  for (const [at, share] of [
    [0, 0.55],
    [0.18, 0.9],
    [0.3, 0.35],
    [0.5, 0],
    [0.62, 0.3],
    [0.8, -0.35],
    [1, -0.6],
  ] as const) {
    const shade = mix(
      metal,
      share < 0 ? palette.goldShade : palette.goldLight,
      Math.abs(share) * 0.8,
    );
    gradient.addColorStop(at, withAlpha(shade, alpha));
  }
}

/** Paints light along the rail of a table of the size of a box: a bright line, soft to both sides. */
export function paintRailLight(context: Context, size: Size, colour: string): void {
  const edge = rimInset(size.height);
  const radius = cornerRadius(size.height);
  const density = context.getTransform().a;
  context.save();
  context.shadowColor = colour;
  context.strokeStyle = colour;
  for (const [line, blur] of [
    [5, 46],
    [4, 24],
    [2, 8],
  ] as const) {
    context.shadowBlur = blur * density;
    context.lineWidth = line;
    context.beginPath();
    traceTable(context, size, { edge, radius });
    context.stroke();
  }
  context.restore();
}

/** Paints the ring around the number of the last seconds: shade within, gold around it. */
export function paintCountRing(
  context: Context,
  { width, height }: Size,
  accent: string,
  shade: string,
): void {
  const radius = width * 0.4;
  const disc = context.createRadialGradient(
    width / 2,
    height / 2,
    radius * 0.3,
    width / 2,
    height / 2,
    radius,
  );
  disc.addColorStop(0, withAlpha(shade, 0.78));
  disc.addColorStop(1, withAlpha(shade, 0.5));
  context.beginPath();
  context.arc(width / 2, height / 2, radius, 0, 2 * Math.PI);
  context.fillStyle = disc;
  context.fill();
  const gold = context.createLinearGradient(0, 0, width * 0.4, height);
  polish(gold, accent);
  context.shadowColor = accent;
  context.shadowBlur = width * 0.06 * context.getTransform().a;
  context.lineWidth = Math.max(2, width * 0.026);
  context.strokeStyle = gold;
  context.stroke();
}
