import { clamp01, easeInOut, lerp } from "../easing.ts";
import type { Surface } from "../pixi/bent-sheet.ts";
import type { Point3 } from "../plates.ts";
import { footMm, isSideways } from "./card-poses.ts";
import { CARD, world } from "./places.ts";
import type { Place } from "./places.ts";

/*
 * The surfaces of cards. A surface uses the coordinates of its front. A card face down is the same surface turned over
 * its long axis.
 */

/** A squeezed card's bend: its radius in mm, and its maximum angle in radians. */
export const BEND = { radius: 15, maxAngle: 2.7 } as const;
/** Share of a card that is rolled up when the card turns over. */
const ROLLED = 0.6;

/** A point on a card, `a` and `b` mm from the centre of its place and `heightMm` mm above the felt. */
export const pointOn = ({ x, y, angle }: Place, a: number, b: number, heightMm: number): Point3 => {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return world(x + a * cos - b * sin, y + a * sin + b * cos, heightMm);
};

/** The boundaries of `count` equal steps between two values. */
export const evenly = (from: number, to: number, count: number): number[] =>
  [...Array(count + 1).keys()].map((i) => lerp(from, to, i / count));

/** A flat surface, cut parallel to the edge that is most nearly across the direction of the perspective. */
function flat(
  { angle }: Place,
  width: number,
  height: number,
  strips: number,
  at: Surface["at"],
): Surface {
  const direction = (Math.PI / 2) * Math.round(1 + angle / 90);
  const reach =
    (Math.abs(Math.cos(direction)) * width + Math.abs(Math.sin(direction)) * height) / 2;
  return { width, height, direction, cuts: evenly(-reach, reach, strips), at };
}

/** A rectangle on the felt, in mm. */
export function rectangle(place: Place, width: number, height: number): Surface {
  return flat(place, width, height, 3, (x, y) => pointOn(place, x, -y, 0));
}

/** A flat card, turned about its long axis: `turn` 0 is face down, 1 face up. `lift` is in mm. */
export function flatCard(place: Place, turn: number, lift: number): Surface {
  const angle = Math.PI * (1 - turn);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return flat(place, CARD.width, CARD.height, 14, (x, y) =>
    pointOn(place, x * cos, -y, 0.6 + lift + (sin * CARD.width) / 2 + x * sin),
  );
}

/** A flat card, turned over the edge nearest the viewer; as in `flatCard`. */
export function tipSurface(place: Place, turn: number, lift: number): Surface {
  const angle = Math.PI * turn;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [sideways, length] = isSideways(place) ? [true, CARD.width] : [false, CARD.height];
  const foot = footMm(angle, length);
  return flat(place, CARD.width, CARD.height, 36, (x, y) => {
    const distance = length / 2 + (sideways ? -x : y);
    const along = foot + distance * cos;
    const heightMm = 0.6 + lift + distance * sin;
    return sideways ? pointOn(place, along, -y, heightMm) : pointOn(place, x, along, heightMm);
  });
}

/**
 * A squeezed card's fold: the direction from the centre to the squeezed edge on its front, in radians clockwise from
 * the right, and the distances from the centre to the fold and to the edge, in mm. `axis` as in `CardPose`; `angle` in
 * degrees.
 */
export function cardFold(axis: number, angle: number, share: number) {
  // The card is face down, so its left and right are swapped.
  const direction = Math.PI - axis - (angle * Math.PI) / 180;
  const reach =
    (Math.abs(Math.cos(direction)) * CARD.width + Math.abs(Math.sin(direction)) * CARD.height) / 2;
  return { direction, reach, fold: reach * (1 - 2 * ROLLED * share) };
}

/**
 * A squeezed card: its edge rolls back (`share`, 0 to 1), then the card turns over (`over`, 0 to 1). `axis` is the
 * direction of the edge on the screen, in radians clockwise from the right.
 */
export function squeezeSurface(place: Place, axis: number, share: number, over: number): Surface {
  const { direction, reach, fold } = cardFold(axis, place.angle, share);
  const [nx, ny] = [Math.cos(direction), Math.sin(direction)];
  const straightens = Math.min(reach, fold + BEND.maxAngle * BEND.radius);
  const open = flatCard(place, lerp(0.3, 1, easeInOut(over)), 16 * (1 - over)).at;
  const weight = clamp01(over * 2.4);
  return {
    width: CARD.width,
    height: CARD.height,
    direction,
    cuts: [
      ...evenly(-reach, fold, 18),
      ...evenly(fold, straightens, 24).slice(1),
      ...evenly(straightens, reach, 8).slice(1),
    ],
    at(x, y) {
      const beyond = Math.max(0, x * nx + y * ny - fold);
      const angle = Math.min(BEND.maxAngle, beyond / BEND.radius);
      const straight = beyond - angle * BEND.radius;
      const along = BEND.radius * Math.sin(angle) + straight * Math.cos(angle);
      const heightMm = BEND.radius * (1 - Math.cos(angle)) + straight * Math.sin(angle);
      const [a, b] = [x + (along - beyond) * nx, y + (along - beyond) * ny];
      const rolled = pointOn(place, -a, -b, 0.6 + heightMm);
      const settled = open(x, y);
      return rolled.map((part, i) => lerp(part, settled[i] ?? 0, weight)) as unknown as Point3;
    },
  };
}
