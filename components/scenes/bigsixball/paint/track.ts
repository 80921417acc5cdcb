import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import { line, polygon } from "../../../stage/paint/strokes.ts";
import type { Point } from "../../../stage/paint/strokes.ts";
import type { Size } from "../../../stage/scene.ts";
import type { Look } from "../../../stage/theme.ts";
import { clamp01, lerp } from "../../../stage/tracks.ts";
import type { CourseLayout } from "../course.ts";
import { paintRails } from "./rails.ts";

type Context = CanvasRenderingContext2D;
/** A part of a picture, from its left top corner. */
type Box = Size & { x: number; y: number };

function boxAround(corners: readonly Point[]): Box {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

const EDGES = [-0.5, 5.5] as const;
/** The two ends of a line across the course. */
function across(course: CourseLayout, along: number): readonly [Point, Point] {
  const [far, near] = EDGES.map((lane) => course.at(along, lane));
  return [
    [far?.x ?? 0, far?.y ?? 0],
    [near?.x ?? 0, near?.y ?? 0],
  ];
}

/** So many layers of light, or of shade, make a soft edge. */
const LAYERS = 6;

/**
 * Lays light or shade over a strip of the course that narrows from `wide` to `narrow`, both in lanes;
 * `alpha` is how much of it there is where all layers lie.
 */
function layer(
  context: Context,
  course: CourseLayout,
  along: readonly [number, number],
  { wide, narrow, colour, alpha }: Layered,
): void {
  const lanesAt = (i: number): [number, number] => {
    const share = i / (LAYERS - 1);
    return [lerp(wide[0], narrow[0], share), lerp(wide[1], narrow[1], share)];
  };
  const upTo = (i: number) => withAlpha(colour, 1 - (1 - alpha) ** ((i + 1) / LAYERS));
  if (course.tall) {
    context.fillStyle = upTo(0);
    for (let i = 0; i < LAYERS; i++) {
      polygon(context, course.quad(along, lanesAt(i)));
      context.fill();
    }
    return;
  }
  // Lanes that run level are the same all along: one gradient for all layers.
  const [top, foot] = [course.at(0, wide[0]).y, course.at(0, wide[1]).y];
  const falls = context.createLinearGradient(0, top, 0, foot);
  const stop = (i: number, side: 0 | 1) => {
    const { y } = course.at(0, lanesAt(i)[side]);
    falls.addColorStop(clamp01((y - top) / (foot - top)), upTo(i));
  };
  for (let i = 0; i < LAYERS; i++) {
    stop(i, 0);
  }
  for (let i = LAYERS - 1; i >= 0; i--) {
    stop(i, 1);
  }
  polygon(context, course.quad(along, wide));
  context.fillStyle = falls;
  context.fill();
}

/** Strips of the course between two edges, in lanes. */
interface Layered {
  wide: readonly [number, number];
  narrow: readonly [number, number];
  colour: string;
  alpha: number;
}

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

/** How deep the chequers are on either side of the line, in lengths of the course. */
const chequersOf = (course: CourseLayout): number => (course.tall ? 0.022 : 0.011);

/** The box that the finish line takes of the course. CSS pixels. */
export function finishBox(course: CourseLayout): Box {
  const half = chequersOf(course);
  return boxAround(course.quad([1 - half, 1 + half], EDGES));
}

/** Paints chequers across the course, two deep, with the line itself in their middle. */
export function paintFinish(
  context: Context,
  course: CourseLayout,
  [across, down]: readonly [number, number],
): void {
  const { x, y } = finishBox(course);
  context.scale(across, down);
  context.translate(-x, -y);
  const half = chequersOf(course);
  const cells = 18;
  for (let i = 0; i < cells; i++) {
    for (const [side, from] of [
      [0, 1 - half],
      [1, 1],
    ] as const) {
      const lanes = [(i * 6) / cells - 0.5, ((i + 1) * 6) / cells - 0.5] as const;
      polygon(context, course.quad([from, from + half], lanes));
      context.fillStyle = (i + side) % 2 ? "#0b0e12" : "#f1ede2";
      context.fill();
    }
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

/** How thick the bar of the start gate is, in CSS pixels. */
const gateThick = (course: CourseLayout): number => Math.max(2, course.ballPx * 0.13);

/** The box that the start gate takes. CSS pixels. */
export function gateBox(course: CourseLayout): Box {
  const reach = gateThick(course) * 2;
  const { x, y, width, height } = boxAround(across(course, course.gateAt));
  return { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach };
}

/** Paints the start gate over its box: a bar on two posts, closed. */
export function paintGate(context: Context, course: CourseLayout, accent: string): void {
  const { x, y } = gateBox(course);
  context.translate(-x, -y);
  const [far, near] = across(course, course.gateAt);
  const thick = gateThick(course);
  context.lineCap = "round";
  line(
    context,
    [far[0] + thick, far[1] + thick],
    [near[0] + thick, near[1] + thick],
    "#00000066",
    thick,
  );
  line(context, far, near, "#2b2019", thick * 1.4);
  line(context, far, near, accent, thick * 0.7);
  for (const [left, top] of [far, near]) {
    context.beginPath();
    context.arc(left, top, thick * 1.2, 0, 2 * Math.PI);
    context.fillStyle = mix(accent, "#000000", 0.15);
    context.fill();
  }
}
