import { whim } from "../../../src/round/whim.ts";
import { track } from "../tracks.ts";

/*
 * The squeeze of a card: which edge of it is lifted, and how far at each moment. Where paper lies at that is
 * in `../peel.ts`, and how it is drawn in `pixi/squeezed-card.ts`.
 */

/** How a card is held: how far it is turned, 0 to 1, from which edge (`CardLook.axis`). */
export interface Grip {
  turn: number;
  axis: number;
}

/** How a card is held at each share of its squeeze, 0 to 1: what is once open is never covered again. */
export interface Squeeze {
  (share: number): Grip;
  /** The edge that it is lifted by and turned over. */
  axis: number;
  /** Which hand lifts it. */
  hand: "left" | "right";
}

/**
 * Which edge is lifted. In the corners of a card are its indices, which a hand that squeezes holds its thumb over: it
 * lifts the long side on the right, that with its far corner ahead, or the near short side, each by the corner that
 * has one; or the far corner on the left, which has none, and whose neighbour with one stays beneath until the end.
 * No hand lifts a side quite straight.
 */
const [SIDE, CORNER, FOOT] = [-0.05, -0.3, Math.PI / 2];
const INDEXED = [SIDE, CORNER, FOOT] as const;
/** Of a third card, which may lie across, a short side would be lifted towards its neighbours. */
const INDEXED_ACROSS = [SIDE, CORNER] as const;
const BARE = [Math.PI + 0.5, Math.PI + 0.62] as const;
/** A short side is lifted less before it goes over, or it would leave the picture; so is a bare corner, or an index shows. */
const [FOOT_POWER, BARE_POWER] = [1.3, 1.22];

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
 * The squeeze of a round's nth card, by a hand that trembles a little: which edge, which hand, and how it goes depend on
 * the number of the round alone. A hand lies over the back of the card and not over what opens: it lifts the far side.
 * Of a third card no short side is lifted.
 */
export function squeezeOf(round: number, nth: number, isThird = false): Squeeze {
  const of = <Of>(all: readonly Of[], which: number): Of =>
    all[Math.floor(whim(round, nth, which) * all.length)] as Of;
  const story = of(STORIES, 6);
  const isBare = whim(round, nth, 5) < 0.4;
  const axis = of(isBare ? BARE : isThird ? INDEXED_ACROSS : INDEXED, 3);
  const power = isBare ? BARE_POWER : axis === FOOT ? FOOT_POWER : 1;
  // It comes in jerks, none of which goes back.
  const trembles = (18 + 8 * whim(round, nth, 4)) * Math.PI;
  const grip = (share: number): Grip => {
    const jerky = share + (0.8 * (1 - share) * Math.sin(trembles * share)) / trembles;
    const turn = share <= 0 ? 0 : share >= 1 ? 1 : Math.max(LEAST, story(jerky) ** power);
    return { turn, axis };
  };
  return Object.assign(grip, { axis, hand: isBare ? "right" : "left" } as const);
}

/** From here on a squeezed card goes over at once, and shows its indices as well: until then only its pips show. */
export const OUT_AT = 0.6;
