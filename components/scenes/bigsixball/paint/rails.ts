import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import { line, polygon } from "../../../stage/paint/strokes.ts";
import type { Look } from "../../../stage/theme.ts";
import type { CourseLayout } from "../course.ts";

type Context = CanvasRenderingContext2D;

/** The wood of the rails, and its ends in the light and in the dark. */
const WOOD = { lit: "#8a6238", top: "#5d3f23", side: "#23160c" } as const;
/** How wide a rail's top is, and how high its side that is seen, in widths of a lane. */
const [TOP, SIDE] = [0.13, 0.1];
/** How far its shadow falls on the course, in widths of a lane, and what that is made of. */
const [SHADOW, SHADOWS] = [0.26, 6];

/**
 * Paints rails on both long sides of a course: a top that catches the lamp, with a line of metal on its
 * edge, the side that faces the eye, and the shadow that the side throws on the course.
 */
export function paintRails(
  context: Context,
  course: CourseLayout,
  accent: string,
  { shade, addsLight }: Look,
): void {
  const strip = (from: number, to: number, colour: string) => {
    polygon(context, course.quad(course.ends, [from, to]));
    context.fillStyle = colour;
    context.fill();
  };
  for (const [edge, out] of [
    [-0.5, -1],
    [5.5, 1],
  ] as const) {
    // Of the near rail of a course that is seen from the side only the outside faces the eye.
    const facesIn = course.tall || out < 0;
    if (facesIn) {
      for (let i = 1; i <= SHADOWS; i++) {
        const far = (SHADOW * i) / SHADOWS + SIDE;
        strip(edge, edge - out * far, withAlpha(shade, addsLight ? 0.16 : 0.07));
      }
    }
    strip(edge, edge + out * TOP, WOOD.top);
    strip(edge + out * TOP * 0.3, edge + out * TOP * 0.75, WOOD.lit);
    if (facesIn) {
      strip(edge, edge - out * SIDE, WOOD.side);
    } else {
      strip(edge + TOP, edge + TOP + 3 * SIDE, WOOD.side);
    }
    const [from, to] = course.quad(course.ends, [edge, edge]);
    line(context, from, to, withAlpha(mix(accent, "#ffffff", 0.25), 0.9), 1.5);
  }
}

/** Paints small lamps along both rails, with the light they throw on the course. */
export function paintRailLamps(context: Context, course: CourseLayout, accent: string): void {
  const radius = Math.max(1, course.ballPx * 0.055);
  const last = Math.floor(course.ends[1] * 20);
  for (const lane of [-0.5 - TOP / 2, 5.5 + TOP / 2]) {
    for (let i = 0; i <= last; i++) {
      const { x, y, scale } = course.at(i / 20, lane);
      const reach = radius * 4.5 * scale;
      const halo = context.createRadialGradient(x, y, 0, x, y, reach);
      halo.addColorStop(0, withAlpha(mix(accent, "#ffffff", 0.6), 0.95));
      halo.addColorStop(0.2, withAlpha(accent, 0.6));
      halo.addColorStop(1, withAlpha(accent, 0));
      context.fillStyle = halo;
      context.fillRect(x - reach, y - reach, 2 * reach, 2 * reach);
    }
  }
}
