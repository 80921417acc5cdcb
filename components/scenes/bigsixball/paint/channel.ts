import { brighter, mix } from "../../../stage/paint/colour.ts";
import { clamp01, lerp } from "../../../stage/tracks.ts";
import type { Point } from "../course.ts";
import { WOOD } from "./outline.ts";
import type { GroundPaint, Span } from "./outline.ts";

type Context = CanvasRenderingContext2D;

/*
 * The floor of a course is lacquer, bent into a channel: it rises to both rails, and in a bend to the outer one. Each
 * short length of it is shaded across by how it faces the lamps, which stand behind the upper left of the picture.
 */

/** A length that is shaded as one, and by how much it covers the next, in widths of a ball. */
const [LENGTH, LAPS] = [0.26, 0.08];
/** Where the light comes from, and what is half way between it and the eye: of length 1, x right, y down, z up. */
const LIGHT = [-0.36, -0.6, 0.714] as const;
const HALFWAY = [-0.183, -0.102, 0.978] as const;
/** Where on the ground light falls to. */
const FALLS = [0.514, 0.858] as const;
/** How high the inner wall of a far rail is seen, and how far a rail throws its shadow, in widths of a ball. */
const [WALL, SHADOW] = [0.46, 1.5];
/** How steeply the floor rises beneath a rail, and in a bend for each radian of it in a width. */
const [RISES, BANKS] = [0.78, 1.7];
/** How far before and behind a point a bend is told, in widths of a ball: its bank comes and goes by degrees. */
const TURNS = 2;
/** How far from an edge the floor is shaded anew, in widths of a ball. */
const FROM_EDGE = [0.02, 0.3, 0.46, 0.47, 0.7, 1, 1.3, 1.6, 1.95, 2.4, 2.9, 3.4] as const;

/** A cut across the course as it lies in the picture. */
interface Cut {
  one: Point;
  other: Point;
  /** Its length, and the way from one end to the other. */
  wide: number;
  way: Point;
}

function cutAt({ course, lies }: GroundPaint, far: number): Cut {
  const half = course.halfWidth(far);
  const [one, other] = [lies(course.path.at(far, -half)), lies(course.path.at(far, half))];
  const wide = Math.hypot(other.x - one.x, other.y - one.y);
  return { one, other, wide, way: { x: (other.x - one.x) / wide, y: (other.y - one.y) / wide } };
}

/** How bright the floor is at a point of a cut, and how much of the lamps it throws back; a rise to the other end is above 0. */
function lightOn({ way }: Cut, rise: number): { lit: number; gloss: number } {
  const long = Math.hypot(rise, 1);
  const [x, y, z] = [(-rise * way.x) / long, (-rise * way.y) / long, 1 / long];
  const facing = x * LIGHT[0] + y * LIGHT[1] + z * LIGHT[2];
  const back = x * HALFWAY[0] + y * HALFWAY[1] + z * HALFWAY[2];
  return {
    lit: Math.max(0, facing),
    gloss: 0.3 * Math.max(0, back) ** 40 + 0.55 * Math.max(0, back) ** 100,
  };
}

/** What a floor is painted with. */
interface Lacquer {
  base: string;
  deep: string;
  lamp: string;
  /** How much of the lamps it throws back, and how much of them rails keep from it. */
  shines: number;
  shades: number;
  /** The inner walls of rails. */
  wood: string;
}

/** The colour of a cut `at` from its one end. */
function colourAt(
  cut: Cut,
  at: number,
  bank: number,
  { base, deep, lamp, shines, shades }: Lacquer,
) {
  const { wide, way } = cut;
  const v = (2 * at) / wide - 1;
  const { lit, gloss } = lightOn(cut, RISES * Math.sign(v) * Math.abs(v) ** 1.7 - bank);
  const falls = FALLS[0] * way.x + FALLS[1] * way.y;
  // Whichever rail is nearer to the lamps throws its shadow; both keep some light out.
  const fromRail = falls > 0 ? at : wide - at;
  const shade = clamp01(1 - fromRail / (SHADOW * Math.abs(falls) + 0.01)) ** 0.8;
  const near = Math.exp(-Math.min(at, wide - at) / 0.4);
  const bright = lit * (1 - shades * shade) * (1 - 0.3 * near);
  const floor =
    bright < 0.72 ? mix(deep, base, bright / 0.72) : mix(base, lamp, (bright - 0.72) * 0.5);
  return mix(floor, lamp, clamp01(shines * gloss * (1 - shade)));
}

/** Fills a length of the floor, half of it from each rail: its shade goes along with that rail, wherever it leads. */
function fillLength(
  context: Context,
  [cut, next]: readonly [Cut, Cut],
  bank: number,
  lacquer: Lacquer,
) {
  const { one, other, way, wide } = cut;
  const colour = (off: number) => colourAt(cut, off, bank, lacquer);
  const middles = [between(one, other, 0.5), between(next.one, next.other, 0.5)] as const;
  fillHalf(context, [one, next.one], middles, { way, wide: wide / 2 }, lacquer, colour);
  const back = { way: { x: -way.x, y: -way.y }, wide: wide / 2 };
  fillHalf(context, [other, next.other], middles, back, lacquer, (off) => colour(wide - off));
}

const between = (one: Point, other: Point, share: number): Point => ({
  x: lerp(one.x, other.x, share),
  y: lerp(one.y, other.y, share),
});

/** Fills half a length of the floor, from a rail to the middle; `colour` is that of a point so far from the rail. */
function fillHalf(
  context: Context,
  [rail, railAhead]: readonly [Point, Point],
  [middle, middleAhead]: readonly [Point, Point],
  { way, wide }: Pick<Cut, "way" | "wide">,
  lacquer: Lacquer,
  colour: (off: number) => string,
) {
  const across = context.createLinearGradient(0, 0, 0, wide);
  // The inner wall of the rail that faces the eye.
  const wall = WALL * Math.max(0, way.y);
  if (wall > 0.05) {
    across.addColorStop(0, lacquer.wood);
    across.addColorStop(clamp01((wall * 0.55) / wide), mix(lacquer.wood, WOOD.top, 0.4));
    across.addColorStop(clamp01(wall / wide), lacquer.wood);
  }
  for (const off of [...FROM_EDGE, wide]) {
    if (off > wall + 0.01 && off <= wide) {
      across.addColorStop(off / wide, colour(off));
    }
  }
  context.beginPath();
  // Over the middle as well: no seam is seen there.
  const [from, to] = [between(rail, middle, LAPS + 1), between(railAhead, middleAhead, LAPS + 1)];
  for (const { x, y } of [
    rail,
    from,
    between(from, to, LAPS + 1),
    between(rail, railAhead, LAPS + 1),
  ]) {
    context.lineTo(x, y);
  }
  context.save();
  // Shaded along the rail, whichever way that leads, and inward by widths of a ball.
  context.transform(railAhead.x - rail.x, railAhead.y - rail.y, way.x, way.y, rail.x, rail.y);
  context.fillStyle = across;
  context.fill();
  context.restore();
}

/** Paints the floor of a course as far as it is on a tile. */
export function paintChannel(context: Context, paint: GroundPaint): void {
  const { look, course, parts } = paint;
  const { track, lamp, addsLight, night } = look;
  const lacquer: Lacquer = {
    base: addsLight ? brighter(track, 1.36) : mix(track, "#ffffff", 0.3),
    deep: mix(track, addsLight ? "#02060a" : night, addsLight ? 0.86 : 0.42),
    lamp,
    shines: addsLight ? 0.62 : 0.7,
    shades: addsLight ? 0.62 : 0.3,
    // By day dark names are read on it.
    wood: addsLight ? mix(WOOD.side, "#000000", 0.42) : mix(WOOD.lit, track, 0.45),
  };
  const turnAt = (far: number) =>
    course.path.at(far + TURNS).heading - course.path.at(far - TURNS).heading;
  for (const [from, to] of parts satisfies readonly Span[]) {
    for (let far = from; far < to; far += LENGTH) {
      const next = Math.min(to, far + LENGTH);
      const cuts = [cutAt(paint, far), cutAt(paint, next)] as const;
      fillLength(context, cuts, (BANKS * turnAt(far)) / (2 * TURNS), lacquer);
    }
  }
}
