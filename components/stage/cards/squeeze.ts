import { whim } from "../../../src/round/whim.ts";
import { arc, track } from "../tracks.ts";
import type { Ease } from "../tracks.ts";

/*
 * The squeeze of a card: which edge of it is lifted at each moment, and how far. Where paper lies at that is
 * in `../peel.ts`, and how it is drawn in `pixi/squeezed-card.ts`.
 */

/** How a card is held: how far it is turned, 0 to 1, from which edge (`CardLook.axis`). */
export interface Grip {
  turn: number;
  axis: number;
}

/** How a card is held at each share of its squeeze, 0 to 1. */
export interface Squeeze {
  (share: number): Grip;
  /** The edges that it is lifted by, in their order; the last one turns it over. */
  axes: readonly number[];
}

/** Which edge is lifted: the long side on the right, the near corner beside it, and the near short side. */
const [SIDE, CORNER, FOOT] = [0, 0.66, Math.PI / 2];

const keys = (...pairs: readonly (readonly [share: number, turn: number])[]) =>
  track(pairs.map(([atMs, value]) => ({ atMs, value })));

/** A stretch of a squeeze by one edge, up to a share of it. */
interface Lift {
  until: number;
  axis: number;
  turn: Ease;
}

const by = (axis: number, until: number, turn: Ease): Lift => ({ until, axis, turn });

/** A card that was bent lies for a moment, and goes over all at once. */
const OVER = by(SIDE, 1, keys([0.88, 0], [1, 1]));

/**
 * How players draw out the end: in pulls, with a pause after each, in which the paper slips back a little. A
 * column of pips lies open where a card is turned by 0.5.
 */
const STORIES: readonly (readonly Lift[])[] = [
  // The long side, up in three pulls, held, and over.
  [
    by(
      SIDE,
      1,
      keys(
        [0, 0],
        [0.16, 0.3],
        [0.28, 0.26],
        [0.42, 0.45],
        [0.54, 0.41],
        [0.66, 0.57],
        [0.86, 0.55],
        [1, 1],
      ),
    ),
  ],
  // The long side: a peek, back, and up again in two pulls.
  [
    by(
      SIDE,
      1,
      keys(
        [0, 0],
        [0.18, 0.42],
        [0.34, 0.27],
        [0.5, 0.47],
        [0.6, 0.44],
        [0.72, 0.6],
        [0.87, 0.58],
        [1, 1],
      ),
    ),
  ],
  // The corner, hardly at all for long, and then more and more.
  [
    by(
      CORNER,
      0.88,
      keys(
        [0, 0],
        [0.1, 0.2],
        [0.24, 0.17],
        [0.38, 0.33],
        [0.5, 0.3],
        [0.64, 0.47],
        [0.82, 0.44],
        [0.88, 0],
      ),
    ),
    OVER,
  ],
  // A peek by the long side, and then the corner in two pulls.
  [
    by(SIDE, 0.4, keys([0, 0], [0.14, 0.38], [0.22, 0.35], [0.3, 0.44], [0.4, 0])),
    by(
      CORNER,
      0.88,
      keys([0.4, 0], [0.52, 0.32], [0.62, 0.29], [0.74, 0.47], [0.82, 0.45], [0.88, 0]),
    ),
    OVER,
  ],
  // The near edge, and then the corner in two pulls.
  [
    by(FOOT, 0.44, keys([0, 0], [0.14, 0.27], [0.22, 0.24], [0.32, 0.34], [0.44, 0])),
    by(
      CORNER,
      0.88,
      keys([0.44, 0], [0.56, 0.32], [0.64, 0.29], [0.76, 0.47], [0.82, 0.45], [0.88, 0]),
    ),
    OVER,
  ],
];

/** Between two edges a card lies, and is still in hand. */
const LEAST = 0.001;

/**
 * The squeeze of a round's nth card, by a hand that trembles a little: which edge, which `hand` if none is
 * given, and how it goes depend on the number of the round alone.
 */
export function squeezeOf(round: number, nth: number, hand?: "left" | "right"): Squeeze {
  const lifts = STORIES[Math.floor(whim(round, nth, 3) * STORIES.length)] ?? [OVER];
  const isLeft = (hand ?? (whim(round, nth, 5) < 0.4 ? "left" : "right")) === "left";
  const trembles = 18 + 8 * whim(round, nth, 4);
  const axisOf = ({ axis }: Lift) => (isLeft ? Math.PI - axis : axis);
  const grip = (share: number): Grip => {
    const lift = lifts.find(({ until }) => share < until) ?? lifts[lifts.length - 1] ?? OVER;
    const tremble = 0.005 * arc((share - 0.4) / 0.4) * Math.sin(trembles * Math.PI * share);
    const turn = share <= 0 ? 0 : share >= 1 ? 1 : Math.max(LEAST, lift.turn(share) + tremble);
    return { turn, axis: axisOf(lift) };
  };
  return Object.assign(grip, { axes: lifts.map(axisOf) });
}

/** From here on a squeezed card shows its indices as well: until then only its pips show. */
export const OUT_AT = 0.8;
