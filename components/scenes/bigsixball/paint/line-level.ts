import type { Kit } from "../../../stage/kit.ts";
import { brighter, mix, withAlpha } from "../../../stage/paint/colour.ts";
import { polish } from "../../../stage/paint/light.ts";
import { polygon } from "../../../stage/paint/strokes.ts";
import { paintStudio } from "../../../stage/paint/studio.ts";
import type { Size } from "../../../stage/scene.ts";
import type { Look } from "../../../stage/theme.ts";
import { lerp } from "../../../stage/tracks.ts";
import { WOOD } from "./outline.ts";
import { fillGrass } from "./turf.ts";

/** How the room between lanes grows towards the eye: as balls do, so that none hides another. */
export const NEARING = 1.2;

/** Chequers, joints of the floor and the bed of felt behind the line, as they are on the course, in widths of a ball. */
const [CHEQUER, JOINTS, CATCH] = [0.22, 1.6, { from: 1.4, to: 9.15 }] as const;
/** How much of the lawn is seen behind the far rail. */
const LAWN = 0.42;

/** The floor of the last straight as it is seen from beside it. CSS pixels. */
interface Floor {
  far: { y: number; scale: number };
  near: { y: number; scale: number };
  /** Where the line is at the near lane. */
  line: number;
  /** The width of the nearest ball. */
  unit: number;
}

/** The lanes on that floor: where they begin and end in the box. CSS pixels. */
interface Lanes extends Floor {
  top: number;
  foot: number;
}

/** Where the line is in a share of the way from the far rail to the near one, and how deep its squares are there. */
function onLine({ top, foot, far, near, line, unit }: Lanes, share: number) {
  const scale = lerp(far.scale, near.scale, share);
  return {
    y: lerp(top, foot, share ** NEARING),
    x: line - (1 - scale) * unit * 0.4,
    scale,
    deep: unit * CHEQUER * scale,
  };
}

/** Where lamps stand on the far rail. */
function lampsAlong(width: number, unit: number): number[] {
  const apart = unit * 2.6;
  return Array.from({ length: Math.ceil(width / apart) }, (_, i) => (i + 0.4) * apart);
}

/** Seams of planks that run with the line toward the eye. */
function paintPlanks(
  context: CanvasRenderingContext2D,
  width: number,
  lanes: Lanes,
  base: string,
): void {
  const [dark, lit] = [mix(base, "#000000", 0.45), mix(base, "#ffffff", 0.25)];
  const [begins, ends] = [onLine(lanes, 0), onLine(lanes, 1)];
  // All that is parallel to the line meets it in one point, far behind the far rail.
  const grows = ends.scale / begins.scale;
  const apart = lanes.unit * JOINTS * begins.scale;
  const each = Math.ceil(width / apart);
  for (let i = -each; i <= each; i++) {
    const [from, to] = [begins.x + i * apart, ends.x + i * apart * grows];
    for (const [off, colour, alpha] of [
      [0, dark, 0.5],
      [1.2, lit, 0.16],
    ] as const) {
      context.strokeStyle = withAlpha(colour, alpha);
      context.lineWidth = 1.2;
      context.beginPath();
      context.moveTo(from + off, begins.y);
      context.lineTo(to + off, ends.y);
      context.stroke();
    }
  }
}

/** The bed of felt behind the line that balls come to rest on, and its nap, as they lie on the course. */
function paintCatch(
  context: CanvasRenderingContext2D,
  width: number,
  lanes: Lanes,
  { track, shade, lamp, addsLight }: Look,
): void {
  const [begins, ends] = [onLine(lanes, 0), onLine(lanes, 1)];
  const along = (far: number) =>
    [begins, ends].map(({ x, y, scale }) => [x + far * lanes.unit * scale, y] as const);
  const [far = [0, 0], near = [0, 0]] = along(CATCH.from);
  polygon(context, [far, [width, begins.y], [width, ends.y], near]);
  context.fillStyle = withAlpha(
    mix(track, addsLight ? "#000000" : shade, addsLight ? 0.42 : 0.2),
    0.72,
  );
  context.fill();
  context.strokeStyle = withAlpha(lamp, addsLight ? 0.06 : 0.3);
  context.lineWidth = lanes.unit * 0.05;
  for (let at = CATCH.from + 0.2; at < CATCH.to; at += 0.42) {
    context.beginPath();
    for (const [x, y] of along(at)) {
      context.lineTo(x, y);
    }
    context.stroke();
  }
}

/** The lamps of the far rail and the light over the line, on the floor. */
function paintShine(
  context: CanvasRenderingContext2D,
  width: number,
  lanes: Lanes,
  { lamp, addsLight }: Look,
): void {
  const { top, foot, line, unit } = lanes;
  context.save();
  context.globalCompositeOperation = addsLight ? "lighter" : "source-over";
  // Each lamp lights the floor at its foot, as it does from above.
  for (const x of lampsAlong(width, unit)) {
    const pool = context.createRadialGradient(x, top, 0, x, top, unit * 1.3);
    pool.addColorStop(0, withAlpha(lamp, 0.22));
    pool.addColorStop(1, withAlpha(lamp, 0));
    context.fillStyle = pool;
    context.fillRect(x - unit * 1.3, top, unit * 2.6, unit * 1.3);
  }
  // The light over the line is where one looks.
  context.translate(line, lerp(top, foot, 0.55));
  context.scale(1, 0.42);
  const reach = Math.max(unit * 4, width * 0.34);
  const pool = context.createRadialGradient(0, 0, 0, 0, 0, reach);
  pool.addColorStop(0, withAlpha(lamp, addsLight ? 0.24 : 0.4));
  pool.addColorStop(1, withAlpha(lamp, 0));
  context.fillStyle = pool;
  context.fillRect(-reach, -reach, 2 * reach, 2 * reach);
  context.restore();
}

/** Paints the last straight over a box, from beside the line at the height of the balls. */
export function paintLineLevel(
  context: CanvasRenderingContext2D,
  size: Size,
  { look, accent }: Pick<Kit, "look" | "accent">,
  { far, near, line, unit }: Floor,
): void {
  const { width, height } = size;
  const { track, night, lamp, addsLight } = look;
  const top = far.y - unit * 0.18;
  const foot = near.y + unit * 0.22;
  paintStudio(context, size, { top: 0, foot: top - unit * (0.25 + LAWN) }, look);
  // The lawn that the course stands on, before the stand.
  context.save();
  context.translate(0, top - unit * (0.25 + LAWN));
  context.scale(unit, unit * 0.4);
  fillGrass(context, look, { left: 0, right: width / unit, top: 0, foot: (0.25 + LAWN) / 0.4 });
  context.restore();
  // The same lacquer in the same light as on the course: the far rail throws its shadow, and the middle shines.
  const floor = context.createLinearGradient(0, top, 0, foot);
  const base = addsLight ? brighter(track, 1.36) : mix(track, "#ffffff", 0.3);
  const deep = mix(track, addsLight ? "#02060a" : night, addsLight ? 0.86 : 0.42);
  floor.addColorStop(0, mix(deep, base, addsLight ? 0.1 : 0.6));
  floor.addColorStop(0.12, mix(deep, base, addsLight ? 0.5 : 0.8));
  floor.addColorStop(0.34, base);
  floor.addColorStop(0.62, mix(base, lamp, addsLight ? 0.26 : 0.2));
  floor.addColorStop(0.84, base);
  floor.addColorStop(1, mix(deep, base, 0.6));
  context.fillStyle = floor;
  context.fillRect(0, top, width, foot - top);
  const lanes: Lanes = { top, foot, far, near, line, unit };
  paintPlanks(context, width, lanes, base);
  paintCatch(context, width, lanes, look);
  paintShine(context, width, lanes, look);
  // Chequers, lying on the floor across all lanes behind the line itself: a wire of light.
  const rows = 26;
  const at = (share: number) => onLine(lanes, share);
  for (let row = 0; row < rows; row++) {
    const [from, to] = [at(row / rows), at((row + 1) / rows)];
    for (const side of [0, 1]) {
      polygon(context, [
        [from.x + side * from.deep, from.y],
        [from.x + (side + 1) * from.deep, from.y],
        [to.x + (side + 1) * to.deep, to.y],
        [to.x + side * to.deep, to.y],
      ]);
      context.fillStyle = (row + side) % 2 ? "#0b0e12" : "#f1ede2";
      context.fill();
    }
  }
  const [begins, ends] = [at(0), at(1)];
  for (const [wide, colour] of [
    [0.09, withAlpha("#ff5a4a", 0.35)],
    [0.028, "#fff4ee"],
  ] as const) {
    polygon(context, [
      [begins.x - unit * wide * far.scale, begins.y],
      [begins.x, begins.y],
      [ends.x, ends.y],
      [ends.x - unit * wide, ends.y],
    ]);
    context.fillStyle = colour;
    context.fill();
  }
  // Rails behind and before the lanes.
  const rail = (y: number, high: number) => {
    const wood = context.createLinearGradient(0, y, 0, y + high);
    wood.addColorStop(0, WOOD.lit);
    wood.addColorStop(0.35, WOOD.top);
    wood.addColorStop(1, WOOD.side);
    context.fillStyle = wood;
    context.fillRect(0, y, width, high);
    context.fillStyle = withAlpha(mix(accent, "#ffffff", 0.3), 0.9);
    context.fillRect(0, y, width, Math.max(1, high * 0.08));
  };
  rail(top - unit * 0.3, unit * 0.3);
  for (const x of lampsAlong(width, unit)) {
    const glow = context.createRadialGradient(x, top - unit * 0.27, 0, x, top - unit * 0.27, unit);
    glow.addColorStop(0, withAlpha("#fff6dc", 0.95));
    glow.addColorStop(0.1, withAlpha(look.lamp, 0.7));
    glow.addColorStop(0.28, withAlpha(look.lamp, 0.2));
    glow.addColorStop(1, withAlpha(look.lamp, 0));
    context.fillStyle = glow;
    context.fillRect(x - unit, top - unit * 1.27, 2 * unit, 2 * unit);
  }
  rail(foot, height - foot);
  // The post of the line stands behind the far rail.
  const post = unit * 0.06;
  const light = context.createLinearGradient(begins.x - post, 0, begins.x + post, 0);
  polish(light, accent);
  context.fillStyle = light;
  context.fillRect(begins.x - post, top - unit * 1.5, 2 * post, unit * 1.5);
}
