import type { Kit } from "../../../stage/kit.ts";
import { brighter, mix, withAlpha } from "../../../stage/paint/colour.ts";
import { polish } from "../../../stage/paint/light.ts";
import { polygon } from "../../../stage/paint/strokes.ts";
import { paintStudio } from "../../../stage/paint/studio.ts";
import type { Size } from "../../../stage/scene.ts";
import type { Look } from "../../../stage/theme.ts";
import { lerp } from "../../../stage/tracks.ts";
import { WOOD } from "./outline.ts";

/** How the room between lanes grows towards the eye: as balls do, so that none hides another. */
export const NEARING = 1.2;

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
    deep: unit * 0.11 * scale,
  };
}

/** Where lamps stand on the far rail. */
function lampsAlong(width: number, unit: number): number[] {
  const apart = unit * 2.6;
  return Array.from({ length: Math.ceil(width / apart) }, (_, i) => (i + 0.4) * apart);
}

/** Seams of planks that run with the line toward the eye, and grooves between the six lanes. */
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
  const apart = lanes.unit * 1.5 * begins.scale;
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
  for (let lane = 1; lane < 6; lane++) {
    const { y, scale } = onLine(lanes, lane / 6);
    context.fillStyle = withAlpha(dark, 0.35);
    context.fillRect(0, y, width, Math.max(1, lanes.unit * 0.03 * scale));
    context.fillStyle = withAlpha(lit, 0.12);
    context.fillRect(0, y + lanes.unit * 0.03 * scale, width, 1);
  }
}

/** The lamps of the far rail and the light over the line, as a polished floor throws them back. */
function paintShine(
  context: CanvasRenderingContext2D,
  width: number,
  lanes: Lanes,
  { lamp, addsLight }: Look,
): void {
  const { top, foot, line, unit } = lanes;
  context.save();
  context.globalCompositeOperation = addsLight ? "lighter" : "source-over";
  const deep = (foot - top) * 0.55;
  for (const x of lampsAlong(width, unit)) {
    const streak = context.createLinearGradient(0, top, 0, top + deep);
    streak.addColorStop(0, withAlpha(lamp, 0.34));
    streak.addColorStop(1, withAlpha(lamp, 0));
    context.fillStyle = streak;
    polygon(context, [
      [x - unit * 0.08, top],
      [x + unit * 0.08, top],
      [x + unit * 0.26, top + deep],
      [x - unit * 0.26, top + deep],
    ]);
    context.fill();
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
  const { track, night, addsLight } = look;
  const top = far.y - unit * 0.18;
  const foot = near.y + unit * 0.22;
  paintStudio(context, size, { top: 0, foot: top - unit * 0.25 }, look);
  const floor = context.createLinearGradient(0, top, 0, foot);
  const base = addsLight ? brighter(track, 1.3) : mix(track, "#ffffff", 0.3);
  floor.addColorStop(0, mix(base, night, 0.5));
  floor.addColorStop(0.7, base);
  floor.addColorStop(1, mix(base, night, 0.3));
  context.fillStyle = floor;
  context.fillRect(0, top, width, foot - top);
  const lanes: Lanes = { top, foot, far, near, line, unit };
  paintPlanks(context, width, lanes, base);
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
