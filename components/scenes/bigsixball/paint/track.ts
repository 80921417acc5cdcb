import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import { line, polygon } from "../../../stage/paint/strokes.ts";
import type { Point } from "../../../stage/paint/strokes.ts";
import type { Size } from "../../../stage/scene.ts";
import type { Look } from "../../../stage/theme.ts";
import type { CourseLayout } from "../course.ts";
import { paintRails } from "./rails.ts";
import { across, boxAround, EDGES, layer } from "./strips.ts";
import type { Box, Layered } from "./strips.ts";

type Context = CanvasRenderingContext2D;
/**
 * A lane is a shallow channel: light lies on its floor. Seen from the side its far wall is in shade and
 * its near one turned away; seen from behind both of its walls are in shade.
 */
function paintChannel(
  context: Context,
  course: CourseLayout,
  lane: number,
  { shade, lamp, addsLight }: Look,
): void {
  const lay = (layered: Layered) => layer(context, course, course.ends, layered);
  const [far, near] = [lane - 0.5, lane + 0.5];
  // By day shade is weaker, and so is what a lamp adds.
  lay({
    wide: [lane - 0.42, lane + 0.42],
    narrow: [lane - 0.04, lane + 0.14],
    colour: lamp,
    alpha: addsLight ? 0.085 : 0.3,
  });
  const dark = { colour: shade, alpha: addsLight ? 0.66 : 0.24 };
  const walls = course.tall ? 0.2 : 0.36;
  lay({ wide: [far, far + walls], narrow: [far, far], ...dark });
  if (course.tall) {
    lay({ wide: [near - walls, near], narrow: [near, near], ...dark });
  }
}

/** The cloth that the course lies on, at the foot of its box: what lies beyond that is as dark. */
export function clothAtFoot({ track, night, vignette }: Look): string {
  return mix(mix(track, night, 0.5), night, vignette * 0.6);
}

/** Paints the cloth that the course lies on over the rest of a box, darker the nearer it is. */
export function paintCloth(
  context: Context,
  { width, height }: Size,
  course: CourseLayout,
  look: Look,
): void {
  const falls = context.createLinearGradient(0, 0, 0, height);
  falls.addColorStop(0.3, mix(look.track, look.night, 0.5));
  falls.addColorStop(1, clothAtFoot(look));
  polygon(context, course.quad(course.ends, EDGES));
  context.rect(0, course.crowd.foot, width, height - course.crowd.foot);
  context.fillStyle = falls;
  context.fill("evenodd");
}

/** Ground of the course: darker where it is further from the eye, with a soft shadow around it. */
function paintGround(
  context: Context,
  course: CourseLayout,
  { track, night, shade, addsLight }: Look,
): void {
  const [far, near] = [course.at(course.tall ? 1 : 0, -0.5).y, course.at(0, 5.5).y];
  const ground = context.createLinearGradient(0, far, 0, near);
  const [deep, bright] = addsLight ? [0.66, 0.36] : [0.2, 0.04];
  ground.addColorStop(0, mix(track, night, deep));
  ground.addColorStop(1, mix(track, night, bright));
  for (const [edge, out] of [
    [-0.5, -0.9],
    [5.5, 6.1],
  ] as const) {
    layer(context, course, course.ends, {
      wide: out < edge ? [out, edge] : [edge, out],
      narrow: [edge, edge],
      colour: shade,
      alpha: 0.6,
    });
  }
  polygon(context, course.quad(course.ends, EDGES));
  context.fillStyle = ground;
  context.fill();
}

function paintLanes(context: Context, course: CourseLayout, look: Look): void {
  const { ink, isOrnate } = look;
  paintGround(context, course, look);
  for (let lane = 0; isOrnate && lane < 6; lane++) {
    paintChannel(context, course, lane, look);
  }
  for (let lane = 1; lane < 6; lane++) {
    paintGroove(context, course, lane - 0.5, look);
  }
  // Quarters of the way, and chevrons between them that point to the line: for a sense of pace.
  for (const quarter of [0.25, 0.5, 0.75]) {
    const [far, near] = across(course, quarter);
    line(context, far, near, withAlpha(ink, 0.13), 1.5);
  }
  for (let lane = 0; lane < 6; lane++) {
    paintChevrons(context, course, lane, withAlpha(ink, 0.1));
  }
}

/** What parts two lanes: a groove with light on its nearer lip, or a plain line where contrast counts. */
function paintGroove(
  context: Context,
  course: CourseLayout,
  lane: number,
  { shade, lamp, ink, isOrnate, addsLight }: Look,
): void {
  const along = (off: number) => course.quad(course.ends, [lane + off, lane + off]);
  const [from, to] = along(0);
  if (!isOrnate) {
    line(context, from, to, withAlpha(ink, 0.7), 1);
    return;
  }
  line(context, from, to, withAlpha(addsLight ? "#000000" : shade, addsLight ? 0.7 : 0.4), 3);
  const [litFrom, litTo] = along(0.035);
  line(context, litFrom, litTo, withAlpha(mix(lamp, "#ffffff", 0.3), addsLight ? 0.3 : 0.8), 1);
}

/** Arrows along a lane, from behind the gate to the line. */
function paintChevrons(context: Context, course: CourseLayout, lane: number, colour: string): void {
  const half = course.tall ? 0.012 : 0.009;
  for (let mark = 2; mark < 20; mark++) {
    const at = (along: number, off: number): Point => {
      const { x, y } = course.at(mark / 20 + along, lane + off);
      return [x, y];
    };
    context.beginPath();
    context.moveTo(...at(-half, -0.2));
    context.lineTo(...at(half, 0));
    context.lineTo(...at(-half, 0.2));
    context.lineWidth = Math.max(1.5, course.ballPx * 0.05 * course.at(mark / 20, lane).scale);
    context.lineJoin = "miter";
    context.strokeStyle = colour;
    context.stroke();
  }
}

/** How much of a lane its light leaves to the grooves on both sides. */
const LANE_HALF = 0.46;

/** The box that a lane takes from the gate to beyond the line. CSS pixels. */
export function laneBox(course: CourseLayout, lane: number): Box {
  return boxAround(
    course.quad([course.gateAt, course.ends[1]], [lane - LANE_HALF, lane + LANE_HALF]),
  );
}

/** Paints a lane over its box, at a share of its size, in the colour of who runs in it: brightest along its middle, with its arrows lit. */
export function paintLaneLight(
  context: Context,
  course: CourseLayout,
  lane: number,
  colour: string,
  share: number,
): void {
  const { x, y } = laneBox(course, lane);
  context.scale(share, share);
  context.translate(-x, -y);
  layer(context, course, [course.gateAt, course.ends[1]], {
    wide: [lane - LANE_HALF, lane + LANE_HALF],
    narrow: [lane - 0.06, lane + 0.1],
    colour,
    alpha: 0.94,
  });
  paintChevrons(context, course, lane, mix(colour, "#ffffff", 0.62));
}

/** A stall for each ball behind the gate: sunk into the ground, with an edge of metal. */
function paintStalls(context: Context, course: CourseLayout, accent: string, look: Look): void {
  for (let lane = 0; lane < 6; lane++) {
    const stall = course.quad([course.ends[0], course.gateAt], [lane - 0.42, lane + 0.42]);
    polygon(context, stall);
    context.fillStyle = withAlpha(look.shade, look.addsLight ? 0.55 : 0.22);
    context.fill();
    context.lineWidth = 1;
    context.strokeStyle = withAlpha(accent, 0.5);
    context.stroke();
  }
}

/** Paints lanes and rails over the cloth around them. */
export function paintTrack(
  context: Context,
  course: CourseLayout,
  accent: string,
  look: Look,
): void {
  paintLanes(context, course, look);
  paintStalls(context, course, accent, look);
  paintRails(context, course, accent, look);
}
