import { whim } from "../../src/round/whim.ts";
import { track } from "./tracks.ts";

/*
 * The squeeze of a card: which edge of it is lifted, and how far at each moment.
 */

/** How a card is held: how far it is turned, 0 to 1, from which edge. */
export interface Grip {
  turn: number;
  /** Where the lifted edge lies as it is seen, in radians clockwise from the right. */
  axis: number;
}

/** How a card is held at each share of its squeeze, 0 to 1: what is once open is never covered again. */
export interface Squeeze {
  (share: number): Grip;
  /** Whether the card lies across, so that its long edge is lifted. */
  isAcross: boolean;
}

/** The edge towards the viewer, straight or with one of its corners ahead. */
const AXES = [Math.PI / 2, Math.PI / 2 - 0.42, Math.PI / 2 + 0.42] as const;

const keys = (...pairs: readonly (readonly [share: number, turn: number])[]) =>
  track(pairs.map(([atMs, value]) => ({ atMs, value })));

/**
 * How players draw out the end: in pulls, each shorter than the one before it, with a pause after each. At 0.5 a
 * column of pips lies open; the next one comes around the bend last and slowest, and then all goes over at once.
 */
const STORIES = [
  keys(
    [0, 0],
    [0.12, 0.3],
    [0.24, 0.31],
    [0.38, 0.43],
    [0.5, 0.44],
    [0.64, 0.52],
    [0.86, 0.585],
    [1, 1],
  ),
  // A long first look.
  keys(
    [0, 0],
    [0.14, 0.4],
    [0.36, 0.41],
    [0.48, 0.48],
    [0.6, 0.485],
    [0.72, 0.53],
    [0.88, 0.58],
    [1, 1],
  ),
  // Hardly at all for long.
  keys(
    [0, 0],
    [0.1, 0.24],
    [0.26, 0.26],
    [0.42, 0.4],
    [0.54, 0.41],
    [0.7, 0.52],
    [0.87, 0.575],
    [1, 1],
  ),
] as const;

/** From so little on it is in hand. */
const LEAST = 0.001;

/**
 * The squeeze of a round's nth card, by a hand that trembles a little: which edge, and how it goes depend on the number
 * of the round alone.
 */
export function squeezeOf(round: number, nth: number): Squeeze {
  const of = <Of>(all: readonly Of[], which: number): Of =>
    all[Math.floor(whim(round, nth, which) * all.length)] as Of;
  const [story, axis] = [of(STORIES, 6), of(AXES, 3)];
  const isAcross = whim(round, nth, 5) < 0.5;
  // It comes in jerks, none of which goes back.
  const trembles = (18 + 8 * whim(round, nth, 4)) * Math.PI;
  const grip = (share: number): Grip => {
    const jerky = share + (0.8 * (1 - share) * Math.sin(trembles * share)) / trembles;
    const turn = share <= 0 ? 0 : share >= 1 ? 1 : Math.max(LEAST, story(jerky));
    return { turn, axis };
  };
  return Object.assign(grip, { isAcross });
}

/** From here on a squeezed card goes over at once, and shows its indices as well: until then only its pips show. */
export const OUT_AT = 0.6;
