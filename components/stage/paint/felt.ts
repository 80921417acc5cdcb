import { whim } from "../../../src/round/whim.ts";
import type { Size } from "../scene.ts";
import type { Look } from "../theme.ts";
import { brighter, mix, withAlpha } from "./colour.ts";

type Context = CanvasRenderingContext2D;

const WEAVE_PX = 64;

/** Woven grain: threads over and under each other, and specks that keep broad gradients from banding. */
function paintWeave(context: Context, { width, height }: Size): void {
  const tile = document.createElement("canvas");
  tile.width = WEAVE_PX;
  tile.height = WEAVE_PX;
  const threads = tile.getContext("2d");
  if (!threads) {
    return;
  }
  for (let y = 0; y < WEAVE_PX; y += 2) {
    for (let x = 0; x < WEAVE_PX; x += 2) {
      const over = (x / 2 + y / 2) % 2 === 0;
      threads.fillStyle = over ? "#ffffff09" : "#00000014";
      threads.fillRect(x, y, over ? 2 : 1, over ? 1 : 2);
    }
  }
  for (let i = 0; i < 900; i++) {
    threads.fillStyle = whim(i, 3) < 0.5 ? "#ffffff0a" : "#00000018";
    threads.fillRect(Math.floor(whim(i, 1) * WEAVE_PX), Math.floor(whim(i, 2) * WEAVE_PX), 1, 1);
  }
  const weave = context.createPattern(tile, "repeat");
  if (weave) {
    context.fillStyle = weave;
    context.fillRect(0, 0, width, height);
  }
}

/** Paints cloth under a lamp above and behind over a whole box, dark towards its corners. */
export function paintFelt(context: Context, size: Size, look: Look, cloth: string): void {
  const { width, height } = size;
  const { night, lamp, lampShare, vignette } = look;
  context.save();
  // An ellipse: the pool of light is as wide as the table.
  context.translate(width / 2, height * 0.36);
  context.scale(width / 2, height * 0.72);
  const pool = context.createRadialGradient(0, 0, 0, 0, 0, 1.28);
  pool.addColorStop(0, mix(cloth, lamp, lampShare));
  pool.addColorStop(0.3, mix(cloth, lamp, lampShare * 0.5));
  pool.addColorStop(0.6, mix(cloth, night, vignette * 0.14));
  pool.addColorStop(0.85, mix(cloth, night, vignette * 0.58));
  pool.addColorStop(1, mix(cloth, night, vignette));
  context.fillStyle = pool;
  context.fillRect(-1, -1, 2, 2.2);
  context.restore();
  if (look.isOrnate) {
    paintWeave(context, size);
  }
}

/** Paints over a whole box. */
export function paintFlat(context: Context, { width, height }: Size, colour: string): void {
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
}

/** How bright a lit cloth is, and how much of the lamp is in that. */
const [LIT, LAMP, WARM] = [225, "#ffb400", 0.4] as const;

/**
 * The light of a lamp on a cloth, `#rrggbb`: as bright and warm as may be, and still of the cloth's own hue. Light of
 * another one would leave it grey.
 */
export function litCloth(felt: string): string {
  const most = Math.max(...[1, 3, 5].map((at) => Number.parseInt(felt.slice(at, at + 2), 16)));
  return mix(brighter(felt, LIT / Math.max(1, most)), LAMP, WARM);
}

/** Paints a soft round light that fills a box and fades to nothing at its edge. */
export function paintGlow(context: Context, { width, height }: Size, colour: string): void {
  context.save();
  context.scale(width / 2, height / 2);
  const glow = context.createRadialGradient(1, 1, 0, 1, 1, 1);
  for (const [at, alpha] of [
    [0, 0.62],
    [0.35, 0.36],
    [0.65, 0.12],
    [1, 0],
  ] as const) {
    glow.addColorStop(at, withAlpha(colour, alpha));
  }
  context.fillStyle = glow;
  context.fillRect(0, 0, 2, 2);
  context.restore();
}

/** Paints a soft shadow with the outline of a rounded box, `blurPx` within the given size. */
export function paintSoftBox(
  context: Context,
  { width, height }: Size,
  blurPx: number,
  colour: string,
): void {
  // The box itself is drawn outside the picture: only its blurred shadow falls into it.
  const away = width * 2;
  context.save();
  context.shadowColor = colour;
  // Shadow offset and blur are in device pixels, whatever the transform.
  const density = context.getTransform().a;
  context.shadowBlur = blurPx * density;
  context.shadowOffsetX = away * density;
  context.fillStyle = "#000000";
  context.beginPath();
  context.roundRect(blurPx - away, blurPx, width - 2 * blurPx, height - 2 * blurPx, blurPx * 0.6);
  context.fill();
  context.restore();
}
