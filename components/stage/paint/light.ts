import type { Size } from "../scene.ts";
import { withAlpha } from "./colour.ts";

type Context = CanvasRenderingContext2D;

/** Paints shade over a whole box but for a soft round hole in its middle, a twelfth of it wide. */
export function paintHush(context: Context, { width, height }: Size, colour: string): void {
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
    shade.addColorStop(at, withAlpha(colour, alpha));
  }
  context.fillStyle = shade;
  context.fillRect(0, 0, width, height);
}

/** Paints a band across a box, fading at both ends, with a fine line along either edge. */
export function paintBand(
  context: Context,
  { width, height }: Size,
  colour: string,
  line: string,
): void {
  const fade = (ends: string, middle: string): CanvasGradient => {
    const along = context.createLinearGradient(0, 0, width, 0);
    along.addColorStop(0, ends);
    along.addColorStop(0.22, middle);
    along.addColorStop(0.78, middle);
    along.addColorStop(1, ends);
    return along;
  };
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
  light.addColorStop(0, withAlpha(colour, 0.85));
  light.addColorStop(0.45, withAlpha(colour, 0.34));
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
  const along = context.createLinearGradient(0, 0, width, 0);
  along.addColorStop(0, "#00000000");
  along.addColorStop(0.25, "#000000");
  along.addColorStop(0.75, "#000000");
  along.addColorStop(1, "#00000000");
  context.fillStyle = along;
  context.fillRect(0, 0, width, height);
  context.restore();
}

/** Stops of polished gold from its lit edge to its foot, around a colour: what makes a metal of it. */
export function goldStops(gradient: CanvasGradient, shade: (share: number) => string): void {
  for (const [at, share] of [
    [0, 0.55],
    [0.18, 0.9],
    [0.3, 0.35],
    [0.5, 0],
    [0.62, 0.3],
    [0.8, -0.35],
    [1, -0.6],
  ] as const) {
    gradient.addColorStop(at, shade(share));
  }
}
