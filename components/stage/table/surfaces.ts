import type { Surface } from "../pixi/sheet.ts";
import type { Point3 } from "../plates.ts";
import { clamp01, easeInOut, lerp } from "../tracks.ts";
import { CARD, world } from "./places.ts";
import type { Place } from "./places.ts";

/*
 * Where paper is at each moment. A surface is of the front: from its left top corner as it lies face up. A card that
 * lies face down is the same one turned over its long axis.
 */

/** A card that is being squeezed rolls around such a bend, in mm, as far as this, in radians. */
const BEND = { radius: 15, most: 2.7 } as const;
/** How much of a card is rolled up when it goes over. */
export const ROLLED = 0.6;

const turned = ({ x, y, angle }: Place, a: number, b: number, high: number): Point3 => {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return world(x + a * cos - b * sin, y + a * sin + b * cos, high);
};

/** A rectangle that lies on the felt, in mm around its place. */
export function lying(place: Place, width: number, height: number, high = 0.4): Surface {
  return (u, v) => turned(place, (u - 0.5) * width, (0.5 - v) * height, high);
}

/** A card that lies, or is turned over its long axis: `turn` 0 is face down, 1 face up. `lift` in mm. */
export function card(place: Place, turn: number, lift: number): Surface {
  const angle = Math.PI * (1 - turn);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return (u, v) => {
    const a = (u - 0.5) * CARD.width;
    const high = 0.6 + lift + (sin * CARD.width) / 2 + a * sin;
    return turned(place, a * cos, (0.5 - v) * CARD.height, high);
  };
}

/**
 * A card face down whose edge is rolled back, by `share` of what is shown before it goes over, and then over onto its
 * face (`over`, 0 to 1). `axis`: where that edge is, in radians clockwise from the right as it is seen.
 */
export function squeezed(place: Place, axis: number, share: number, over: number): Surface {
  const own = axis + (place.angle * Math.PI) / 180;
  const [nx, ny] = [Math.cos(own), -Math.sin(own)];
  const reach = (Math.abs(nx) * CARD.width + Math.abs(ny) * CARD.height) / 2;
  const fold = reach - ROLLED * 2 * reach * share;
  const open = card(place, lerp(0.72, 1, easeInOut(over)), 16 * (1 - over));
  return (u, v) => {
    // Face down: what is left on its face is right as it lies.
    const [a, b] = [(0.5 - u) * CARD.width, (0.5 - v) * CARD.height];
    const beyond = Math.max(0, a * nx + b * ny - fold);
    const angle = Math.min(BEND.most, beyond / BEND.radius);
    const straight = beyond - angle * BEND.radius;
    const along = BEND.radius * Math.sin(angle) + straight * Math.cos(angle);
    const high = BEND.radius * (1 - Math.cos(angle)) + straight * Math.sin(angle);
    const rolled = turned(place, a + (along - beyond) * nx, b + (along - beyond) * ny, 0.6 + high);
    const settled = open(u, v);
    const weight = clamp01(over * 1.6);
    return rolled.map((part, i) => lerp(part, settled[i] ?? 0, weight)) as unknown as Point3;
  };
}
