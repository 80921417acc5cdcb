import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import type { Look } from "../../../stage/theme.ts";
import { isOn } from "./outline.ts";
import type { GroundPaint, Tile } from "./outline.ts";

type Context = CanvasRenderingContext2D;

/** How wide a stripe of mown grass is, and how far from one flood light on it to the next, in widths of a ball. */
const [MOWN, FLOODS] = [2.6, 12];

/** The two greens of the grass: the operator's cloth, deep in the night or in the sun. */
function greensOf({ felt, track, night, lamp, addsLight }: Look): readonly [string, string] {
  const grass = mix(felt, track, 0.1);
  return addsLight
    ? [mix(grass, night, 0.5), mix(grass, night, 0.34)]
    : [mix(grass, lamp, 0.22), mix(grass, lamp, 0.34)];
}

/** Fills the stripes of the grass over a part of the ground. One unit of the context is the width of a ball. */
export function fillGrass(context: Context, look: Look, { left, right, top, foot }: Tile): void {
  const [dark, light] = greensOf(look);
  const high = foot - top;
  context.fillStyle = dark;
  context.fillRect(left, top, right - left, high);
  context.fillStyle = light;
  context.beginPath();
  // They lean, so that none of them runs along a course.
  const lean = 0.5;
  const first = Math.floor((left - foot * lean) / (2 * MOWN)) - 1;
  for (let i = first; i * 2 * MOWN + top * lean < right; i++) {
    const x = i * 2 * MOWN;
    context.moveTo(x + top * lean, top);
    context.lineTo(x + MOWN + top * lean, top);
    context.lineTo(x + MOWN + foot * lean, foot);
    context.lineTo(x + foot * lean, foot);
    context.closePath();
  }
  context.fill();
}

/** Paints the pools of light that masts throw on the ground, as far as they are on a part of it. */
export function paintFloods(context: Context, look: Look, ground: Tile, part: Tile): void {
  const [, light] = greensOf(look);
  const bright = mix(light, look.lamp, look.addsLight ? 0.3 : 0.5);
  const reach = FLOODS * 0.72;
  for (let x = ground.left + FLOODS / 2; x < ground.right + FLOODS; x += FLOODS) {
    for (let y = ground.top + FLOODS / 2; y < ground.foot + FLOODS; y += FLOODS) {
      if (isOn(part, { x, y }, reach)) {
        const pool = context.createRadialGradient(x, y, 0, x, y, reach);
        pool.addColorStop(0, withAlpha(bright, look.addsLight ? 0.42 : 0.5));
        pool.addColorStop(1, withAlpha(bright, 0));
        context.fillStyle = pool;
        context.fillRect(x - reach, y - reach, 2 * reach, 2 * reach);
      }
    }
  }
}

/** Paints the lawn that a course stands on, in the light of the masts around it. */
export function paintTurf(context: Context, { look, tile, ground }: GroundPaint): void {
  const { isOrnate, night, track } = look;
  const around = {
    left: tile.left - 1,
    right: tile.right + 1,
    top: tile.top - 1,
    foot: tile.foot + 1,
  };
  if (!isOrnate) {
    context.fillStyle = mix(track, night, 0.5);
    context.fillRect(around.left, around.top, around.right - around.left, around.foot - around.top);
    return;
  }
  fillGrass(context, look, around);
  paintFloods(context, look, ground, tile);
}
