import { cosmeticNoise } from "../../src/round/cosmetic-noise.ts";
import { track } from "./easing.ts";
import { CARD } from "./table/places.ts";

/*
 * A card's squeeze: which corner is lifted, and how far over time. Both corners with an index stay under the card until
 * it flips over.
 */

/** The grip on a card: how far it is turned, 0 to 1, and at which corner. */
export interface Grip {
  turn: number;
  /** Direction of the lifted corner as the viewer sees it, in radians clockwise from the right. */
  axis: number;
}

/** Returns the grip at a progress of 0 to 1. The turn never decreases, so nothing revealed is covered again. */
export interface Squeeze {
  (share: number): Grip;
  /** Whether the card lies sideways. */
  isSideways: boolean;
}

/** Direction of the lifted corner of an upright card, in radians: across the diagonal between its indices. */
const CORNER_ANGLE = Math.atan(CARD.width / CARD.height);

/**
 * Squeeze patterns: pulls that mostly get shorter, with pauses between the first ones. The last pull is the slowest,
 * and then the card flips over. Beyond 0.485 an index would be visible.
 */
const PATTERNS = [
  track([0, 0.12, 0.24, 0.38, 0.5, 0.64, 0.86, 1], [0, 0.26, 0.27, 0.36, 0.365, 0.425, 0.485, 1]),
  // A long first look.
  track([0, 0.14, 0.36, 0.48, 0.6, 0.72, 0.88, 1], [0, 0.32, 0.33, 0.385, 0.39, 0.425, 0.48, 1]),
  // A slow start.
  track([0, 0.1, 0.26, 0.42, 0.54, 0.7, 0.87, 1], [0, 0.22, 0.235, 0.32, 0.33, 0.425, 0.475, 1]),
] as const;

/** Turn of a card as soon as its squeeze has started. */
const MIN_TURN = 0.001;

/**
 * The squeeze of a round's card, by a slightly trembling hand. It depends only on the round number and the card's
 * index, so all viewers see the same squeeze.
 */
export function squeezeFor(round: number, index: number): Squeeze {
  const pick = <Item>(all: readonly Item[], which: number): Item =>
    all[Math.floor(cosmeticNoise(round, index, which) * all.length)] as Item;
  const pattern = pick(PATTERNS, 6);
  const isSideways = cosmeticNoise(round, index, 5) < 0.5;
  const axis = isSideways ? Math.PI / 2 + CORNER_ANGLE : CORNER_ANGLE;
  // Moves in jerks, but never backwards.
  const trembles = (18 + 8 * cosmeticNoise(round, index, 4)) * Math.PI;
  const grip = (share: number): Grip => {
    const jerky = share + (0.8 * (1 - share) * Math.sin(trembles * share)) / trembles;
    const turn = share <= 0 ? 0 : share >= 1 ? 1 : Math.max(MIN_TURN, pattern(jerky));
    return { turn, axis };
  };
  return Object.assign(grip, { isSideways });
}

/** The turn at which a squeezed card flips over. */
export const FLIP_AT = 0.6;
