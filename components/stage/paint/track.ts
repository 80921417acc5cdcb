import type { Look } from "../looks.ts";
import type { CourseLayout } from "../course.ts";
import type { Size } from "../scene.ts";
import { mix, withAlpha } from "./colour.ts";

type Context = CanvasRenderingContext2D;
type Points = readonly (readonly [number, number])[];

function polygon(context: Context, points: Points): void {
  context.beginPath();
  for (const [x, y] of points) {
    context.lineTo(x, y);
  }
  context.closePath();
}

const EDGES = [-0.5, 5.5] as const;
/** The two ends of a line across the course. */
function across(course: CourseLayout, along: number): readonly [Points[number], Points[number]] {
  const [far, near] = EDGES.map((lane) => course.at(along, lane));
  return [
    [far?.x ?? 0, far?.y ?? 0],
    [near?.x ?? 0, near?.y ?? 0],
  ];
}

function paintLanes(
  context: Context,
  course: CourseLayout,
  { height }: Size,
  { track, night, lamp, ink, isOrnate, addsLight }: Look,
): void {
  // Dark at the far edge, and under the lamp in the middle: the ground leans away from the eye.
  const [far, near] = [course.at(0.5, -0.5), course.at(0.5, 5.5)];
  const deep = addsLight ? 1 : 0.3;
  const light = course.tall
    ? context.createLinearGradient(0, course.at(1, 0).y, 0, course.at(0, 0).y)
    : context.createLinearGradient(0, far.y, 0, near.y);
  light.addColorStop(0, mix(track, night, 0.72 * deep));
  light.addColorStop(0.55, mix(mix(track, night, 0.4 * deep), lamp, 0.05));
  light.addColorStop(1, mix(track, night, 0.5 * deep));
  context.save();
  context.shadowColor = "#000000c0";
  context.shadowBlur = height * 0.06;
  context.shadowOffsetY = height * 0.02;
  polygon(context, course.quad(course.ends, EDGES));
  context.fillStyle = light;
  context.fill();
  context.restore();
  const groove = Math.max(1, course.ballPx * 0.1);
  for (let lane = 0; lane < 6; lane++) {
    polygon(context, course.quad(course.ends, [lane - 0.5, lane + 0.5]));
    context.fillStyle = lane % 2 ? "#0000001c" : "#ffffff08";
    context.fill();
    if (lane > 0) {
      // A groove: shade in it, and light on its lower edge.
      const [a, b] = course.quad(course.ends, [lane - 0.5, lane - 0.5]);
      line(context, a, b, withAlpha("#000000", addsLight ? 0.5 : 0.16), groove);
      const [c, d] = course.quad(course.ends, [lane - 0.45, lane - 0.45]);
      line(context, c, d, withAlpha(ink, isOrnate ? 0.14 : 0.7), 1);
    }
  }
  // Quarters of the way, and chevrons between them that point to the line: for a sense of pace.
  for (const quarter of [0.25, 0.5, 0.75]) {
    const [far, near] = across(course, quarter);
    line(context, far, near, withAlpha(ink, 0.16), 1.5);
  }
  for (let mark = 2; mark < 20; mark++) {
    for (let lane = 0; lane < 6; lane++) {
      const at = (along: number, off: number): Points[number] => {
        const { x, y } = course.at(mark / 20 + along, lane + off);
        return [x, y];
      };
      const faint = withAlpha(ink, 0.03 + 0.08 * (mark / 20));
      line(context, at(0, -0.16), at(0.008, 0), faint, 2);
      line(context, at(0.008, 0), at(0, 0.16), faint, 2);
    }
  }
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

function line(
  context: Context,
  from: Points[number] | undefined,
  to: Points[number] | undefined,
  colour: string,
  width: number,
): void {
  if (!from || !to) {
    return;
  }
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke();
}

/** How deep the chequers are on either side of the line, in lengths of the course. */
const chequersOf = (course: CourseLayout): number => (course.tall ? 0.022 : 0.011);

/** The box that the finish line takes of the course. CSS pixels. */
export function finishBox(course: CourseLayout): Size & { x: number; y: number } {
  const half = chequersOf(course);
  const corners = course.quad([1 - half, 1 + half], EDGES);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Paints chequers across the course, two deep, with the line itself in their middle. */
export function paintFinish(context: Context, course: CourseLayout): void {
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

/** Rails on both long sides, the near one thicker, with light along the top. */
function paintRails(
  context: Context,
  course: CourseLayout,
  accent: string,
  { height }: Size,
): void {
  const thick = Math.max(2, Math.min(11, height * 0.024));
  for (const [lane, scale] of course.tall
    ? ([
        [-0.5, 1],
        [5.5, 1],
      ] as const)
    : ([
        [-0.5, 0.7],
        [5.5, 1.2],
      ] as const)) {
    const [from, to] = course.quad(course.ends, [lane, lane]);
    // The shadow it throws on the course.
    const inside = lane < 0 ? lane + 0.1 : lane - 0.1;
    const [start, end] = course.quad(course.ends, [inside, inside]);
    line(context, start, end, "#00000040", thick * scale * 1.4);
    line(context, from, to, "#1b120c", thick * scale);
    line(context, from, to, "#4a3423", thick * scale * 0.7);
    line(
      context,
      from,
      to,
      withAlpha(mix(accent, "#ffffff", 0.2), 0.85),
      Math.max(1, thick * scale * 0.24),
    );
  }
}

/** Paints lanes and rails over the ground of a whole box. */
export function paintTrack(
  context: Context,
  size: Size,
  course: CourseLayout,
  accent: string,
  look: Look,
): void {
  paintLanes(context, course, size, look);
  paintStalls(context, course, accent, look);
  paintRails(context, course, accent, size);
}

/** Paints what a ball leaves of its colour on its lane over a box: most where it is, at the right. */
export function paintWake(context: Context, { width, height }: Size, colour: string): void {
  const along = context.createLinearGradient(0, 0, width, 0);
  along.addColorStop(0, withAlpha(colour, 0.08));
  along.addColorStop(1, withAlpha(colour, 0.85));
  context.fillStyle = along;
  context.fillRect(0, 0, width, height);
}

/** Paints the start gate: a bar on two posts, closed. */
export function paintGate(context: Context, course: CourseLayout, accent: string): void {
  const [far, near] = across(course, course.gateAt);
  const thick = Math.max(2, course.ballPx * 0.13);
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
  for (const [x, y] of [far, near]) {
    context.beginPath();
    context.arc(x, y, thick * 1.2, 0, 2 * Math.PI);
    context.fillStyle = mix(accent, "#000000", 0.15);
    context.fill();
  }
}
