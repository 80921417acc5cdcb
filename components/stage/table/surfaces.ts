import type { Surface } from "../pixi/sheet.ts";
import type { Point3 } from "../plates.ts";
import { clamp01, easeInOut, lerp } from "../tracks.ts";
import { CARD, world } from "./places.ts";
import type { Place } from "./places.ts";

/*
 * Where paper is at each moment. A surface has the coordinates of its front. A card that is face down is the same one
 * turned over its long axis.
 */

/** The bend of a squeezed card: its radius in mm, and how far paper goes around it, in radians. */
export const BEND = { radius: 15, most: 2.7 } as const;
/** The share of a card that is rolled up when it turns over. */
const ROLLED = 0.6;

const turned = ({ x, y, angle }: Place, a: number, b: number, high: number): Point3 => {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return world(x + a * cos - b * sin, y + a * sin + b * cos, high);
};

export const evenly = (from: number, to: number, count: number): number[] =>
  [...Array(count + 1).keys()].map((i) => lerp(from, to, i / count));

/** Something flat, cut towards the viewer, the way in which perspective narrows it. */
function flat(
  { angle }: Place,
  width: number,
  height: number,
  strips: number,
  at: Surface["at"],
): Surface {
  const way = Math.PI / 2 + (angle * Math.PI) / 180;
  const reach = (Math.abs(Math.cos(way)) * width + Math.abs(Math.sin(way)) * height) / 2;
  return { width, height, way, cuts: evenly(-reach, reach, strips), at };
}

/** A rectangle on the felt, in mm around its place. */
export function lying(place: Place, width: number, height: number, high = 0.4): Surface {
  return flat(place, width, height, 3, (x, y) => turned(place, x, -y, high));
}

/** A flat card, turned over its long axis: `turn` 0 is face down, 1 face up. `lift` in mm. */
export function card(place: Place, turn: number, lift: number): Surface {
  const angle = Math.PI * (1 - turn);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return flat(place, CARD.width, CARD.height, 14, (x, y) =>
    turned(place, x * cos, -y, 0.6 + lift + (sin * CARD.width) / 2 + x * sin),
  );
}

/**
 * Where a card that is squeezed begins to bend: the way towards its edge on its front, in radians clockwise from the
 * right, and the distance from its middle to the fold and to the edge, in mm. `axis` as in `CardPose`; `angle` in degrees.
 */
export function foldOf(axis: number, angle: number, share: number) {
  // Face down, its left and right are swapped.
  const way = Math.PI - axis - (angle * Math.PI) / 180;
  const reach = (Math.abs(Math.cos(way)) * CARD.width + Math.abs(Math.sin(way)) * CARD.height) / 2;
  return { way, reach, fold: reach * (1 - 2 * ROLLED * share) };
}

/**
 * A card face down whose edge is rolled back by `share`, 0 to 1, and which then turns over onto its back
 * (`over`, 0 to 1). `axis`: where that edge is on the screen, in radians clockwise from the right.
 */
export function squeezed(place: Place, axis: number, share: number, over: number): Surface {
  const { way, reach, fold } = foldOf(axis, place.angle, share);
  const [nx, ny] = [Math.cos(way), Math.sin(way)];
  const straightens = Math.min(reach, fold + BEND.most * BEND.radius);
  const open = card(place, lerp(0.72, 1, easeInOut(over)), 16 * (1 - over)).at;
  const weight = clamp01(over * 1.6);
  return {
    width: CARD.width,
    height: CARD.height,
    way,
    cuts: [
      ...evenly(-reach, fold, 18),
      ...evenly(fold, straightens, 24).slice(1),
      ...evenly(straightens, reach, 8).slice(1),
    ],
    at(x, y) {
      const beyond = Math.max(0, x * nx + y * ny - fold);
      const angle = Math.min(BEND.most, beyond / BEND.radius);
      const straight = beyond - angle * BEND.radius;
      const along = BEND.radius * Math.sin(angle) + straight * Math.cos(angle);
      const high = BEND.radius * (1 - Math.cos(angle)) + straight * Math.sin(angle);
      const [a, b] = [x + (along - beyond) * nx, y + (along - beyond) * ny];
      const rolled = turned(place, -a, -b, 0.6 + high);
      const settled = open(x, y);
      return rolled.map((part, i) => lerp(part, settled[i] ?? 0, weight)) as unknown as Point3;
    },
  };
}
