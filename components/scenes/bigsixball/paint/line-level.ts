import type { Kit } from "../../../stage/kit.ts";
import { brighter, mix, withAlpha } from "../../../stage/paint/colour.ts";
import { polish } from "../../../stage/paint/light.ts";
import { polygon } from "../../../stage/paint/strokes.ts";
import { paintStudio } from "../../../stage/paint/studio.ts";
import type { Size } from "../../../stage/scene.ts";
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
  // Chequers, lying on the floor across all lanes behind the line itself: a wire of light.
  const rows = 26;
  const at = (share: number) => {
    const scale = lerp(far.scale, near.scale, share);
    return {
      y: lerp(top, foot, share ** NEARING),
      x: line - (1 - scale) * unit * 0.4,
      deep: unit * 0.11 * scale,
    };
  };
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
  rail(foot, height - foot);
  // The post of the line stands behind the far rail.
  const post = unit * 0.06;
  const light = context.createLinearGradient(begins.x - post, 0, begins.x + post, 0);
  polish(light, accent);
  context.fillStyle = light;
  context.fillRect(begins.x - post, top - unit * 1.5, 2 * post, unit * 1.5);
}
