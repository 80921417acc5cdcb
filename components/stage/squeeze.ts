import { cosmeticNoise } from "../../src/round/cosmetic-noise.ts";
import { track } from "./tracks.ts";

/*
 * The squeeze of a card: which edge is lifted, and how far over time.
 */

/** The hold on a card: how far it is turned, 0 to 1, and from which edge. */
export interface Grip {
  turn: number;
  /** Direction of the lifted edge as the viewer sees it, in radians clockwise from the right. */
  axis: number;
}

/** Returns the grip at a progress of 0 to 1. The turn never decreases, so nothing revealed is covered again. */
export interface Squeeze {
  (share: number): Grip;
  /** Whether the card lies sideways, so that its long edge is lifted. */
  isAcross: boolean;
}

/** The possible axes: the edge towards the viewer, straight or with one corner ahead. */
const AXES = [Math.PI / 2, Math.PI / 2 - 0.42, Math.PI / 2 + 0.42] as const;

const keys = (...pairs: readonly (readonly [share: number, turn: number])[]) =>
  track(pairs.map(([atMs, value]) => ({ atMs, value })));

/**
 * The ways of squeezing: in pulls, each shorter than the one before, with a pause after each. At 0.5 a column of pips
 * is visible; the next one appears last and slowest, and then the card flips over.
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
  // A slow start.
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

/** Turn of a card as soon as its squeeze has started. */
const MIN_TURN = 0.001;

/**
 * The squeeze of a round's nth card, by a slightly trembling hand. It depends only on the number of the round, so all
 * viewers see the same.
 */
export function squeezeOf(round: number, nth: number): Squeeze {
  const of = <Of>(all: readonly Of[], which: number): Of =>
    all[Math.floor(cosmeticNoise(round, nth, which) * all.length)] as Of;
  const [story, axis] = [of(STORIES, 6), of(AXES, 3)];
  const isAcross = cosmeticNoise(round, nth, 5) < 0.5;
  // Moves in jerks, but never backwards.
  const trembles = (18 + 8 * cosmeticNoise(round, nth, 4)) * Math.PI;
  const grip = (share: number): Grip => {
    const jerky = share + (0.8 * (1 - share) * Math.sin(trembles * share)) / trembles;
    const turn = share <= 0 ? 0 : share >= 1 ? 1 : Math.max(MIN_TURN, story(jerky));
    return { turn, axis };
  };
  return Object.assign(grip, { isAcross });
}

/** The turn at which a squeezed card flips over and shows its indices; until then only its pips are visible. */
export const OUT_AT = 0.6;
