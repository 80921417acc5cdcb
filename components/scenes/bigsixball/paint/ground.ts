import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import type { Look } from "../../../stage/theme.ts";
import type { Point } from "../course.ts";
import { BEFORE, bowlOf, RAIL, RIM, trace, traceEdges, WOOD } from "./outline.ts";
import type { GroundPaint } from "./outline.ts";

type Context = CanvasRenderingContext2D;

/** How high the course stands. */
const HIGH = 0.62;
/** How large the hole of a bowl is, by its radius. */
const HOLE = 1.1;

/** What is painted besides a plain course, once it is there: what the course stands on, its floor, and what is on it. */
export interface GroundDetail {
  surroundings: (context: Context, paint: GroundPaint) => void;
  floor: (context: Context, paint: GroundPaint) => void;
  fittings: (context: Context, paint: GroundPaint, unit: number) => void;
}

/** The hole of a bowl, where its tube begins. */
function holeOf({ path, stretches }: GroundPaint["course"]): Point {
  return path.at((stretches.find(({ feature }) => feature === "tube")?.from ?? 0) + 0.5);
}

/** Paints the body that the course is made of: its shadow on the ground, and the side that faces the eye. */
function paintBody(context: Context, paint: GroundPaint, { shade, addsLight }: Look): void {
  const { parts } = paint;
  const fill = (more: number, down: number, colour: string) => {
    for (const part of parts) {
      trace(context, paint, part, more, down);
      context.fillStyle = colour;
      context.fill();
    }
    paintDisc(context, paint, RIM + more, down, colour);
  };
  for (const [more, down] of [
    [1.1, 1.5],
    [0.85, 1.3],
    [0.6, 1.1],
  ] as const) {
    fill(more, down, withAlpha(addsLight ? "#000000" : shade, addsLight ? 0.24 : 0.1));
  }
  fill(RAIL, HIGH, WOOD.side);
  fill(RAIL, HIGH * 0.45, mix(WOOD.side, WOOD.top, 0.4));
  fill(RAIL, 0, WOOD.top);
  fill(RAIL * 0.62, 0, WOOD.lit);
}

/** Fills the disc of a bowl, if there is one. */
function paintDisc(
  context: Context,
  { course, lies }: GroundPaint,
  radius: number,
  down: number,
  fill: string | CanvasGradient,
): void {
  const bowl = bowlOf(course);
  if (bowl) {
    const { x, y } = lies(bowl);
    context.beginPath();
    context.arc(x, y + down, radius, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
  }
}

/** The channel is shaded in so many layers, from its rails to so far within. */
const [LAYERS, SHADED] = [9, 1.7];

/** Paints the floor that balls roll on: a channel, lit along its middle and in shade beneath its rails. */
function paintFloor(context: Context, paint: GroundPaint): void {
  const { look, parts } = paint;
  const { track, night, lamp, addsLight, isOrnate } = look;
  const floor = mix(track, addsLight ? lamp : "#ffffff", addsLight ? 0.1 : 0.35);
  const deep = mix(floor, addsLight ? "#000000" : night, addsLight ? 0.62 : 0.3);
  paintBowl(context, paint, floor);
  const layers = isOrnate ? LAYERS : 1;
  for (let i = 0; i < layers; i++) {
    context.fillStyle = i === 0 ? deep : withAlpha(floor, 0.3);
    for (const part of parts) {
      trace(
        context,
        paint,
        part,
        -SHADED * (i / LAYERS) ** 1.5,
        isOrnate ? 0.3 * (1 - (i / LAYERS - 1) ** 2) : 0,
      );
      context.fill();
    }
  }
}

/** Paints the hollow of a bowl: the deeper the darker, and black in its hole. */
function paintBowl(context: Context, paint: GroundPaint, floor: string): void {
  const bowl = bowlOf(paint.course);
  if (!bowl) {
    return;
  }
  const { x, y } = paint.lies(bowl);
  const { night } = paint.look;
  const hole = paint.lies(holeOf(paint.course));
  const hollow = context.createRadialGradient(hole.x, hole.y, HOLE, x, y, RIM);
  hollow.addColorStop(0, mix(floor, night, 0.82));
  hollow.addColorStop(0.5, mix(floor, night, 0.4));
  hollow.addColorStop(0.86, floor);
  hollow.addColorStop(1, mix(floor, night, 0.3));
  paintDisc(context, paint, RIM, 0, hollow);
  context.beginPath();
  context.ellipse(hole.x, hole.y, HOLE, HOLE * 0.86, 0, 0, 2 * Math.PI);
  context.fillStyle = "#020304";
  context.fill();
}

/** How deep each of two rows of chequers on the line is, in widths of a ball, and how many each has. */
const [CHEQUER, CELLS] = [0.22, 34];

/** Paints chequers across the course, two deep, with the line itself in their middle. */
function paintLine(context: Context, paint: GroundPaint): void {
  const { course, lies } = paint;
  const half = course.halfWidth(course.length);
  for (let i = 0; i < CELLS; i++) {
    for (const side of [0, 1] as const) {
      const [near, far] = [((2 * i) / CELLS - 1) * half, ((2 * i + 2) / CELLS - 1) * half];
      context.beginPath();
      for (const [along, across] of [
        [side - 1, near],
        [side, near],
        [side, far],
        [side - 1, far],
      ] as const) {
        const { x, y } = lies(course.path.at(course.length + along * CHEQUER, across));
        context.lineTo(x, y);
      }
      context.fillStyle = (i + side) % 2 ? "#0b0e12" : "#f1ede2";
      context.fill();
    }
  }
}

/** Paints pegs, each with its shadow and its light. */
function paintPegs(context: Context, { course, lies, accent }: GroundPaint): void {
  const dot = (at: Point, radius: number, colour: string) => {
    context.beginPath();
    context.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
  };
  for (const peg of course.pegs) {
    const { x, y } = lies(peg);
    dot({ x: x + 0.12, y: y + 0.2 }, peg.radius * 1.2, "#00000070");
    dot({ x, y }, peg.radius * 1.1, mix(accent, "#000000", 0.55));
    dot({ x: x - 0.02, y: y - 0.12 }, peg.radius, accent);
    dot({ x: x - 0.06, y: y - 0.18 }, peg.radius * 0.45, "#fff6dc");
  }
}

/** Paints the ground of a course where nothing else is there yet. */
function paintPool(context: Context, { look, ground, tile }: GroundPaint): void {
  const { track, night, addsLight } = look;
  const { left, right, top, foot } = ground;
  const [x, y] = [(left + right) / 2, (top + foot) / 2];
  const pool = context.createRadialGradient(x, y, 2, x, y, Math.min(right - left, foot - top) / 2);
  pool.addColorStop(0, mix(track, night, addsLight ? 0.42 : 0.16));
  pool.addColorStop(1, mix(track, night, addsLight ? 0.78 : 0.5));
  context.fillStyle = pool;
  context.fillRect(
    tile.left - 1,
    tile.top - 1,
    tile.right - tile.left + 2,
    tile.foot - tile.top + 2,
  );
}

/** Stalls, and the line that they open on. */
function paintStalls(context: Context, { course, lies, look }: GroundPaint): void {
  for (let lane = 0; lane <= 6; lane++) {
    const across = (lane - 3) / 3;
    context.beginPath();
    for (const far of [BEFORE, 0.62]) {
      const { x, y } = lies(course.path.at(far, across * (course.halfWidth(0) - 0.02)));
      context.lineTo(x, y);
    }
    context.lineWidth = 0.08;
    context.strokeStyle = withAlpha(look.ink, 0.24);
    context.stroke();
  }
}

/**
 * Paints a course and the ground that it stands on, as far as both are on a tile. One unit of the context, which
 * is `unit` CSS pixels, is the width of a ball.
 */
export function paintGround(
  context: Context,
  paint: GroundPaint,
  unit: number,
  detail: GroundDetail | undefined,
): void {
  const { look, accent } = paint;
  (detail?.surroundings ?? paintPool)(context, paint);
  context.lineJoin = "round";
  paintBody(context, paint, look);
  paintFloor(context, paint);
  detail?.floor(context, paint);
  for (const part of paint.parts) {
    traceEdges(context, paint, part);
    context.lineWidth = 0.07;
    context.strokeStyle = withAlpha(mix(accent, "#ffffff", 0.25), look.isOrnate ? 0.85 : 1);
    context.stroke();
  }
  paintStalls(context, paint);
  paintPegs(context, paint);
  paintLine(context, paint);
  detail?.fittings(context, paint, unit);
}
