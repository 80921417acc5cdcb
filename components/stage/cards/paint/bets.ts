import { faceAt, READ_FROM_PX, TYPEFACE } from "../../../../src/look/typefaces.ts";
import { withAlpha } from "../../paint/colour.ts";
import { inlaid } from "../../paint/strokes.ts";
import type { Size } from "../../scene.ts";
import { letteringOn } from "../../theme.ts";
import type { Look } from "../../theme.ts";
import { chipsFrom } from "./measures.ts";

type Context = CanvasRenderingContext2D;

/** A band in the lower cloth, bent around a point far above it, where bets are placed. CSS pixels. */
export interface BetArc {
  /** The point around which it is bent. */
  x: number;
  y: number;
  /** To the middle of the band. */
  radius: number;
  thick: number;
  /** From its middle to either end, in radians. */
  half: number;
  /** The share of the band, from its middle on, that the sign of the house has. */
  house: number;
  /** Height of its lettering; 0 where that could not be read. */
  typePx: number;
}

/** Who bets there: the left and the right one. */
export interface Bet {
  word: string;
  /** The side's colour, `#rrggbb`. */
  colour: string;
}

/** A side of the band: -1 is the left one. */
export type BetSide = -1 | 1;

/** Between two places, as a share of the band's thickness. */
const GAP = 0.22;

/** Paints the places of bets into the cloth: a sunk one for each side, and the sign of the house between. */
export function paintBets(
  context: Context,
  arc: BetArc,
  bets: readonly [Bet, Bet],
  { accent, look }: { accent: string; look: Look },
): void {
  context.save();
  context.translate(arc.x, arc.y);
  context.lineWidth = 1.2;
  bets.forEach(({ word, colour }, i) => {
    const [near, far] = ends(arc, i === 0 ? -1 : 1);
    sector(context, arc, near, far, 0);
    const sunk = context.createRadialGradient(
      0,
      0,
      arc.radius - arc.thick,
      0,
      0,
      arc.radius + arc.thick,
    );
    sunk.addColorStop(0.2, withAlpha("#000000", look.addsLight ? 0.5 : 0.16));
    sunk.addColorStop(0.5, withAlpha(colour, 0.42));
    sunk.addColorStop(0.8, withAlpha(colour, 0.24));
    context.fillStyle = sunk;
    context.fill();
    for (const [inset, alpha] of [
      [0, 0.5],
      [arc.thick * 0.12, 0.22],
    ] as const) {
      inlaid(context, withAlpha(accent, alpha), 1, () => {
        sector(context, arc, near, far, inset);
        context.stroke();
      });
    }
    if (arc.typePx > 0) {
      const side = i === 0 ? -1 : 1;
      const ring = far - side * (chipsFrom(arc) / arc.radius);
      inlaid(context, withAlpha(accent, 0.4), 1, () => {
        context.beginPath();
        const [x, y] = [Math.sin(ring) * arc.radius, Math.cos(ring) * arc.radius];
        context.arc(x, y, arc.thick * 0.28, 0, 2 * Math.PI);
        context.stroke();
      });
      const inner = ring - side * ((arc.thick * 0.45) / arc.radius);
      letter(context, arc, [near, inner], word, letteringOn(look, colour, false));
    }
  });
  const house = arc.house * arc.half;
  for (const line of [-1, 1]) {
    inlaid(context, withAlpha(accent, 0.5), 1, () => {
      context.beginPath();
      const radius = arc.radius + (line * arc.thick) / 2;
      context.arc(0, 0, radius, Math.PI / 2 - house, Math.PI / 2 + house);
      context.stroke();
    });
  }
  context.translate(0, arc.radius);
  paintHouse(context, arc.thick * 0.5, arc.radius * house, withAlpha(accent, 0.75));
  context.restore();
}

/** Where the place of a side begins and ends, from the middle of the band outwards, in radians. */
function ends({ half, house, thick, radius }: BetArc, side: BetSide): [near: number, far: number] {
  return [side * (house * half + (GAP * thick) / radius), side * half];
}

/** The box of a side's place with room for its glow, as wide as the band is thick: its middle, and its size. */
export function betBox(arc: BetArc, side: BetSide): { x: number; y: number } & Size {
  const [near, far] = ends(arc, side);
  const [inner, outer] = [arc.radius - arc.thick / 2, arc.radius + arc.thick / 2];
  const [left, right] = [inner * Math.sin(Math.abs(near)), outer * Math.sin(Math.abs(far))];
  const [top, foot] = [inner * Math.cos(far), outer * Math.cos(near)];
  return {
    x: arc.x + (side * (left + right)) / 2,
    y: arc.y + (top + foot) / 2,
    width: right - left + 2 * arc.thick,
    height: foot - top + 2 * arc.thick,
  };
}

/** Paints the place of a side over its box in light of a CSS colour, with a bright rim. */
export function paintBetLight(
  context: Context,
  arc: BetArc,
  side: BetSide,
  { colour, rim }: { colour: string; rim: string },
): void {
  const { x, y, width, height } = betBox(arc, side);
  context.translate(arc.x - x + width / 2, arc.y - y + height / 2);
  sector(context, arc, ...ends(arc, side), 0);
  context.fillStyle = colour;
  context.fill();
  context.shadowColor = rim;
  context.shadowBlur = arc.thick * 0.7 * context.getTransform().a;
  context.lineWidth = 1.6;
  context.strokeStyle = rim;
  context.stroke();
}

/** Traces a part of the band between two angles from its middle, by so much smaller on every side. */
function sector(
  context: Context,
  { radius, thick }: BetArc,
  near: number,
  far: number,
  inset: number,
): void {
  const [from, to] = [Math.min(near, far) + inset / radius, Math.max(near, far) - inset / radius];
  context.beginPath();
  context.arc(0, 0, radius + thick / 2 - inset, Math.PI / 2 - from, Math.PI / 2 - to, true);
  context.arc(0, 0, radius - thick / 2 + inset, Math.PI / 2 - to, Math.PI / 2 - from);
  context.closePath();
}

/** A letter with all marks above and below it; ำ is both a mark and a letter. */
const LETTER = /\P{M}[\p{M}\u0e33]*/gu;

/** How much of a place its word may take, from end to end. */
const LETTERED = 0.92;

/** Letters a word along the band between two angles; not at all if it could be read nowhere in there. */
function letter(
  context: Context,
  arc: BetArc,
  [from, to]: readonly [number, number],
  word: string,
  colour: string,
): void {
  const { radius } = arc;
  const lettersAt = (px: number) => {
    context.font = `700 ${px}px ${TYPEFACE[faceAt(px)]}`;
    const letters = (word.match(LETTER) ?? []).map((sign) => ({
      sign,
      wide: context.measureText(sign).width + px * 0.3,
    }));
    return { letters, whole: letters.reduce((sum, { wide }) => sum + wide, 0) };
  };
  const room = Math.abs(to - from) * radius * LETTERED;
  const typePx = arc.typePx * Math.min(1, room / lettersAt(arc.typePx).whole);
  if (typePx < READ_FROM_PX) {
    return;
  }
  const { letters, whole } = lettersAt(typePx);
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  let along = ((from + to) / 2) * radius - whole / 2;
  for (const { sign, wide } of letters) {
    context.save();
    context.rotate(-(along + wide / 2) / radius);
    inlaid(context, withAlpha(colour, 0.9), typePx * 0.06, () =>
      context.fillText(sign, 0, radius + typePx * 0.355),
    );
    context.restore();
    along += wide;
  }
}

/** Paints the sign of the house around the origin: five lozenges, and a thorn to both sides, `reach` long. */
export function paintHouse(context: Context, radius: number, reach: number, colour: string): void {
  const lozenge = (x: number, y: number, across: number, down: number) => {
    context.beginPath();
    context.moveTo(x, y - down);
    context.lineTo(x + across, y);
    context.lineTo(x, y + down);
    context.lineTo(x - across, y);
    context.fill();
  };
  inlaid(context, colour, 0.7, () => {
    const small = radius * 0.2;
    lozenge(0, 0, radius * 0.46, radius * 0.46);
    for (const side of [-1, 1]) {
      lozenge(0, side * radius * 0.72, small, small);
      lozenge(side * radius * 0.72, 0, small, small);
      // Its ends come to nothing.
      lozenge(side * (reach * 0.43 + radius * 0.6), 0, reach * 0.43 - radius * 0.6, 1);
    }
  });
}
