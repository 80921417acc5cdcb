import { TYPEFACE } from "../../../src/look/typefaces.ts";
import { rimInset } from "../measures.ts";
import type { Size } from "../scene.ts";
import type { Look } from "../theme.ts";
import { mix, withAlpha } from "./colour.ts";
import { polish } from "./light.ts";
import { paintRim } from "./rim.ts";
import { inlaid } from "./strokes.ts";
import { paintLamps, paintStudio } from "./studio.ts";
import type { IsSeen } from "./studio.ts";
import { cornerRadius, cornerShifts, traceTable } from "./table-outline.ts";

type Context = CanvasRenderingContext2D;

/** How a place is marked in the felt. */
export interface PlaceLook {
  /** The side's colour, `#rrggbb`. */
  colour: string;
  /** The colour of the inlaid line, `#rrggbb`. */
  accent: string;
  look: Look;
  /** Hardly seen: most rounds leave it empty. */
  faint?: boolean;
}

/**
 * Sinks a place into the cloth of a box, in the light of its side, with an inlaid line around it. `trace`
 * makes its outline the context's path, so many pixels within the box.
 */
function sink(
  context: Context,
  { width, height }: Size,
  { colour, accent, look, faint }: PlaceLook,
  line: number,
  trace: (inset: number) => void,
): void {
  trace(line);
  const sunk = context.createLinearGradient(0, 0, 0, height);
  const deepness = (look.addsLight ? 1 : 0.45) * (faint ? 0.5 : 1);
  sunk.addColorStop(0, withAlpha("#000000", 0.44 * deepness));
  sunk.addColorStop(0.2, withAlpha("#000000", 0.22 * deepness));
  sunk.addColorStop(1, withAlpha("#000000", 0.1 * deepness));
  context.fillStyle = sunk;
  context.fill();
  // The side's own light falls into its place from the lamp's end.
  if (look.isOrnate && !faint) {
    const tint = context.createRadialGradient(width / 2, 0, 0, width / 2, 0, height);
    tint.addColorStop(0, withAlpha(mix(colour, "#ffffff", 0.12), 0.42));
    tint.addColorStop(1, withAlpha(colour, 0.12));
    context.fillStyle = tint;
    context.fill();
  }
  const gold = context.createLinearGradient(0, 0, width * 0.5, height);
  polish(gold, accent, faint ? 0.4 : 0.8);
  context.lineWidth = line;
  inlaid(context, gold, line * 0.7, () => {
    trace(line * 1.6);
    context.stroke();
  });
}

/** Paints the place of cards over a whole box; `unit` is the width of one, in CSS pixels. */
export function paintPlace(context: Context, size: Size, look: PlaceLook & { unit: number }): void {
  const { width, height } = size;
  sink(context, size, look, Math.max(1, look.unit * 0.014), (inset) => {
    context.beginPath();
    context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, look.unit * 0.09);
  });
}

/** Paints a round place over a box, with a letter on its ground. */
export function paintSocket(
  context: Context,
  size: Size,
  look: PlaceLook & { letter: string },
): void {
  const middle = size.width / 2;
  const line = Math.max(1, middle * 0.044);
  sink(context, size, look, line, (inset) => {
    context.beginPath();
    context.arc(middle, middle, middle - inset - line * 0.7, 0, 2 * Math.PI);
  });
  const typePx = middle * 0.92;
  context.font = `800 ${typePx}px ${TYPEFACE.plain}`;
  context.textAlign = "center";
  const ink = mix(look.colour, look.look.ink, 0.5);
  inlaid(context, withAlpha(ink, look.look.isOrnate ? 0.6 : 1), typePx * 0.03, () =>
    context.fillText(look.letter, middle, middle + typePx * 0.36),
  );
}

/** Paints a line of light around cards of `size` less `blurPx` on every side, soft to the outside. */
export function paintFrame(
  context: Context,
  { width, height }: Size,
  blurPx: number,
  radius: number,
  [line, glow]: readonly [line: string, glow: string],
): void {
  const density = context.getTransform().a;
  context.save();
  context.beginPath();
  const edge = blurPx - 2;
  context.roundRect(edge, edge, width - 2 * edge, height - 2 * edge, radius);
  context.lineWidth = 2.5;
  context.strokeStyle = line;
  for (const [share, alpha] of [
    [0.95, 1],
    [0.6, 1],
    [0.25, 1],
  ] as const) {
    context.shadowColor = withAlpha(glow, alpha);
    context.shadowBlur = blurPx * share * density;
    context.stroke();
  }
  context.restore();
}

/** Paints a pill of polished gold over a whole box, for a word in dark letters. */
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

/** Whether something is visible around a table with round corners: most of the box lies under its cloth. */
function aroundTable({ width, height }: Size, inset: number, radius: number): IsSeen {
  const corner = inset + radius;
  return (x, y, reach) => {
    const fromSide = Math.min(x, width - x) - reach;
    const fromEnd = Math.min(y, height - y) - reach;
    const isNearEdge = fromSide < inset || fromEnd < inset;
    return isNearEdge || (fromSide < corner && fromEnd < corner);
  };
}

/** Paints the edge of a table: the studio beyond it, and its rail. */
export function paintTableFrame(context: Context, size: Size, colour: string, look: Look): void {
  const { width, height } = size;
  const inset = rimInset(height);
  const radius = cornerRadius(height);
  context.save();
  context.beginPath();
  context.rect(0, 0, width, height);
  traceTable(context, size, { edge: inset, radius });
  context.clip("evenodd");
  context.fillStyle = mix(look.night, "#000000", look.addsLight ? 0.3 : 0);
  context.fillRect(0, 0, width, height);
  // People at both sides of its far end, lamps all around.
  const isSeen = aroundTable(size, inset + cornerShifts(size).far, radius);
  paintStudio(context, size, { top: 0, foot: radius * 1.2 }, look, isSeen);
  if (look.isOrnate) {
    paintLamps(context, width, { top: radius, foot: height }, look, isSeen);
  }
  context.restore();
  paintRim(context, size, colour, look);
}

/**
 * Paints a place of the shape of a diamond over a whole box, for a side that no card is dealt to; `isSolid` with a ground of
 * its own, on which it is read whatever light lies beneath.
 */
export function paintLozenge(context: Context, size: Size, look: PlaceLook, isSolid = false): void {
  const { width, height } = size;
  const line = Math.max(1.2, width * 0.014);
  const outline = (inset: number) => {
    context.beginPath();
    context.moveTo(width / 2, inset);
    context.lineTo(width - inset, height / 2);
    context.lineTo(width / 2, height - inset);
    context.lineTo(inset, height / 2);
    context.closePath();
  };
  context.lineJoin = "round";
  if (isSolid) {
    outline(line);
    context.fillStyle = mix(look.colour, "#000000", 0.62);
    context.fill();
  }
  sink(context, size, look, line, outline);
  outline(line * 5);
  context.lineWidth = 1;
  context.strokeStyle = withAlpha(look.accent, 0.4);
  context.stroke();
}
