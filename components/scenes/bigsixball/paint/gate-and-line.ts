import { mix } from "../../../stage/paint/colour.ts";
import { line, polygon } from "../../../stage/paint/strokes.ts";
import type { CourseLayout } from "../course.ts";
import { across, boxAround, EDGES } from "./strips.ts";
import type { Box } from "./strips.ts";

type Context = CanvasRenderingContext2D;

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
