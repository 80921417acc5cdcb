import { clamp01 } from "./tracks.ts";

/** How far the lifted edge of a turning card is ahead of the edge that still lies, in turns of it. */
const WAVE = 1.66;
/** The slope of either end of a card that is bent by 1 while it lies, in radians. */
const BOW = 0.62;

/** From the eye to the felt, and how high a card is carried, in widths of the card. */
export const [EYE, LIFT] = [5.2, 0.39];

/**
 * The light on a piece of paper that leans by an angle: above 0 brighter than lying, below it darker.
 * The lamp stands behind and a little to the left; a gleam runs over a back that leans half-way towards it.
 * A face is white already: it is only ever shaded, or its ink would be bleached.
 */
export function lightOn(lean: number, back: boolean): number {
  const lit = (back ? 1 : -1) * (0.3 * Math.sin(lean) + 0.95 * Math.cos(lean)) - 0.95;
  const gleam = back ? 0.42 * Math.exp(-(((lean - 0.55) / 0.3) ** 2)) : 0;
  return lit * 0.62 + gleam;
}

/** The shadow that the rolled edge throws on what it lies over, by how far it is away, in widths. */
export const shadeOf = (distance: number): number =>
  0.44 * clamp01(1 - Math.abs(distance) / 0.32) ** 2;

/** A card seen from its foot: points along it, from the edge that lies to the one that is lifted. */
export interface Profile {
  /** From the middle of the card's place, and above the felt, in widths of the card. */
  x: number[];
  z: number[];
  /** Which way each piece between two points leans: 0 lies on its face, half a turn on its back. */
  lean: number[];
}

/**
 * How a card bends when it is turned about its upright axis, `turn` from 0 to 1: its edge goes ahead,
 * and the rest rolls after it, as paper does. `bend` bows it while it lies: above 0 both ends are up.
 */
export function profileOf(turn: number, bend: number, pieces: number): Profile {
  const [x, z, lean]: [number[], number[], number[]] = [[0], [0], []];
  // A bow to the same side of the table, whichever side of the card is up.
  const bow = 2 * BOW * bend * (1 - 2 * turn);
  for (let i = 0; i < pieces; i++) {
    const along = (i + 0.5) / pieces;
    const rolled = clamp01(turn * (1 + WAVE) - (1 - along) * WAVE);
    const angle = Math.PI * rolled + bow * (along - 0.5);
    lean.push(angle);
    x.push((x[i] ?? 0) + Math.cos(angle) / pieces);
    z.push((z[i] ?? 0) + Math.sin(angle) / pieces);
  }
  // What lies of the card stays where it is: the roll comes to its left edge, and opens from there.
  const left = Math.min(...x) + 0.5;
  const lowest = Math.min(...z);
  return { x: x.map((value) => value - left), z: z.map((value) => value - lowest), lean };
}
