import { FINE_PEEL } from "./detail.ts";
import { clamp01, easeInOut, lerp } from "./tracks.ts";

/** How wide the bend of paper is that is lifted by an edge, and the shade of what is lifted, in widths of the card. */
const [BEND, SHADED] = [0.56, 0.34];

/** A piece of a lifted card, across the way in which it is lifted. */
export interface Piece {
  /** Along the card from the edge that lies, in shares of that way. */
  from: number;
  to: number;
  /** Where both ends of it are: along the felt from the middle of the card, and above it. In widths of the card. */
  x: readonly [number, number];
  z: readonly [number, number];
  /** Which way it leans: 0 lies on its face, half a turn on its back. */
  lean: number;
}

/** The bounds of `count` pieces of the same length. */
const even = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / count);

/**
 * How a card bends that is lifted by an edge or a corner, `turn` from 0 to 1; it is so `long` on that way, in its
 * own widths. What lies, and what has gone over, stays straight: few pieces are made of that.
 */
export function peelOf(turn: number, long: number, { bent, lying } = FINE_PEEL): Piece[] {
  const wave = long / BEND;
  const lean = (along: number) =>
    Math.PI * clamp01(turn * (1 + wave) - (1 - clamp01(along)) * wave);
  const bentFrom = clamp01(1 - (turn * (1 + wave)) / wave);
  const bentTo = clamp01(1 - (turn * (1 + wave) - 1) / wave);
  const shadedFrom = Math.max(0, bentFrom - SHADED / long);
  const bounds = [
    0,
    ...even(shadedFrom, bentFrom, lying),
    ...even(bentFrom, bentTo, bent),
    bentTo,
    1,
  ].filter((bound, i, all) => i === 0 || bound > (all[i - 1] ?? 0));
  const pieces: Piece[] = [];
  let [x, z] = [0, 0];
  for (const [i, to] of bounds.slice(1).entries()) {
    const from = bounds[i] ?? 0;
    const leans = lean((from + to) / 2);
    const [nextX, nextZ] = [
      x + Math.cos(leans) * (to - from) * long,
      z + Math.sin(leans) * (to - from) * long,
    ];
    pieces.push({ from, to, x: [x, nextX], z: [z, nextZ], lean: leans });
    [x, z] = [nextX, nextZ];
  }
  // What lies of the card stays where it is: the roll comes to its far edge, and opens from there.
  const left = Math.min(0, x) + long / 2;
  return pieces.map((piece) => ({ ...piece, x: [piece.x[0] - left, piece.x[1] - left] }));
}

/**
 * Where a point of the card is while that is lifted by an edge or corner, from the middle of the card along its width
 * and its height, and how high. The point is given as it lies on the back: from the middle. In widths of the card.
 */
export function pointOf(
  turn: number,
  axis: number,
  high: number,
  { x, y }: { x: number; y: number },
): { x: number; y: number; z: number } {
  const { long } = boxAcross(axis, high);
  const [cos, sin] = [Math.cos(axis), Math.sin(axis)];
  const share = clamp01((x * cos + y * sin) / long + 0.5);
  const aside = y * cos - x * sin;
  const piece = peelOf(turn, long).find(({ to }) => share <= to + 1e-9);
  const { from, to } = piece ?? { from: 0, to: 1 };
  const within = to > from ? (share - from) / (to - from) : 1;
  const [along, z] = [piece?.x, piece?.z].map((ends) =>
    lerp(ends?.[0] ?? 0, ends?.[1] ?? 0, within),
  );
  const seen = axis + twistOf(turn, axis);
  const [right, down] = [Math.cos(seen), Math.sin(seen)];
  return {
    x: (along ?? 0) * right - aside * down,
    y: (along ?? 0) * down + aside * right,
    z: z ?? 0,
  };
}

/** By how many half turns, and how much more, a card is turned aside that went over across an axis. */
function askewOf(axis: number): { halves: number; more: number } {
  const halves = Math.round((2 * axis) / Math.PI);
  return { halves, more: 2 * axis - halves * Math.PI };
}

/** From which turn on a card that goes over askew is laid straight. */
const STRAIGHT_FROM = 0.6;

/** By how much a card is turned on the table as it goes over, so that it lies straight on its face. Radians. */
export function twistOf(turn: number, axis: number): number {
  return -askewOf(axis).more * easeInOut(clamp01((turn - STRAIGHT_FROM) / (1 - STRAIGHT_FROM)));
}

/** How the face of a card lies on its far side, so that it stands upright once that went over: radians. */
export const faceAngle = (axis: number): number => axis - askewOf(axis).halves * Math.PI;

/** How long a card 1 wide and `high` high is across an axis, in radians, and along it. */
export function boxAcross(axis: number, high: number): { long: number; wide: number } {
  const [cos, sin] = [Math.abs(Math.cos(axis)), Math.abs(Math.sin(axis))];
  return { long: cos + high * sin, wide: sin + high * cos };
}

/** All that lies flat is drawn at once: each seam in it would be seen along the edge of the card. */
export function lyingAsOne(pieces: readonly Piece[]): Piece[] {
  const lifted = pieces.findIndex(({ z }) => z[1] > 0);
  const [first, last] = [pieces[0], pieces.at(lifted === -1 ? -1 : lifted - 1)];
  if (lifted === 0 || !first || !last) {
    return [...pieces];
  }
  const lying: Piece = { ...first, to: last.to, x: [first.x[0], last.x[1]] };
  return [lying, ...(lifted === -1 ? [] : pieces.slice(lifted))];
}
