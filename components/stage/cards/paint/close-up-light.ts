import { whim } from "../../../../src/round/whim.ts";
import { mix, withAlpha } from "../../paint/colour.ts";
import { traceTable } from "../../paint/table-outline.ts";
import type { Size } from "../../scene.ts";
import type { Look } from "../../theme.ts";

type Context = CanvasRenderingContext2D;

/** A part of the table, around its middle, and what is seen of it. CSS pixels. */
interface Lit {
  x: number;
  y: number;
  /** Half the width of what is lit. */
  reach: number;
}

/** How dark it is far from the light, 0 to 1, and how much of the lamp the cloth throws back by the card. */
const [DARK, POOL] = [0.66, 0.27] as const;
/** On a bright cloth much shade is mud, and a lamp hardly seen. */
const BY_DAY = 0.42;

/** How many lamps of the room are seen beyond the rail, and how large they are, by the height of the box. */
const LAMPS = 26;
const LAMP_COLOURS = ["#ffc069", "#f0702c"] as const;
const [SMALLEST, LARGEST] = [0.035, 0.09] as const;

/**
 * Lights what is out of focus around a card in close-up: a pool of lamplight on the cloth, shade that grows with
 * the distance, and the lamps of the room beyond the rail. `beyond` is how far the picture reaches over the box of
 * the table on every side, in CSS pixels.
 */
export function paintCloseUpLight(
  context: Context,
  size: Size,
  beyond: number,
  { x, y, reach }: Lit,
  look: Look,
): void {
  const { width, height } = size;
  const share = look.addsLight ? 1 : BY_DAY;
  const fill = (style: CanvasGradient) => {
    context.fillStyle = style;
    context.fillRect(-beyond, -beyond, width + 2 * beyond, height + 2 * beyond);
  };
  const around = (far: number) => context.createRadialGradient(x, y, 0, x, y, far);
  context.save();
  const shade = around(reach * 3.4);
  for (const [at, alpha] of [
    [0, 0],
    [0.14, 0.06],
    [0.26, 0.5],
    [0.6, 0.78],
    [1, 1],
  ] as const) {
    shade.addColorStop(at, withAlpha(look.shade, alpha * DARK * share));
  }
  fill(shade);
  if (look.addsLight) {
    context.globalCompositeOperation = "lighter";
  }
  const pool = around(reach * 2);
  for (const [at, alpha] of [
    [0, 1],
    [0.4, 0.62],
    [0.7, 0.2],
    [1, 0],
  ] as const) {
    pool.addColorStop(at, withAlpha(mix(look.felt, look.lamp, 0.55), alpha * POOL));
  }
  fill(pool);
  if (look.isOrnate) {
    paintRoom(context, size, beyond, look);
  }
  context.restore();
}

/** The lamps of the room, far out of focus: discs of warm light around the table. */
function paintRoom(context: Context, size: Size, beyond: number, look: Look): void {
  const { width, height } = size;
  context.beginPath();
  context.rect(-beyond, -beyond, width + 2 * beyond, height + 2 * beyond);
  traceTable(context, size, { edge: 0, radius: height * 0.2 });
  context.clip("evenodd");
  // The floor of the room, in the light of them.
  const floor = context.createLinearGradient(0, -beyond, 0, height);
  floor.addColorStop(0, withAlpha(LAMP_COLOURS[1], 0.2));
  floor.addColorStop(1, withAlpha(LAMP_COLOURS[1], 0.05));
  context.fillStyle = floor;
  context.fillRect(-beyond, -beyond, width + 2 * beyond, height + 2 * beyond);
  for (let i = 0; i < LAMPS; i++) {
    // Along the far rail and down both sides.
    const along = (i + 0.8 * whim(i, 1)) / LAMPS;
    const out = beyond * (0.1 + 0.75 * whim(i, 2));
    const side = Math.abs(2 * along - 1);
    const [x, y] =
      side < 0.6
        ? [width * (0.5 + (along - 0.5) / 0.6), -out]
        : [along < 0.5 ? -out : width + out, ((side - 0.6) / 0.4) * height * 0.8];
    const radius = height * (SMALLEST + (LARGEST - SMALLEST) * whim(i, 3));
    const colour = mix(LAMP_COLOURS[0], LAMP_COLOURS[1], whim(i, 4));
    const bright = (0.3 + 0.45 * whim(i, 5)) * (look.addsLight ? 1 : 0.5);
    const disc = context.createRadialGradient(x, y, 0, x, y, radius);
    // Brightest at its rim, as a lens draws it.
    disc.addColorStop(0, withAlpha(colour, bright * 0.8));
    disc.addColorStop(0.6, withAlpha(colour, bright));
    disc.addColorStop(1, withAlpha(colour, 0));
    context.fillStyle = disc;
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  }
}
