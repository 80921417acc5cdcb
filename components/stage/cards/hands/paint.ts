import { fadingEnds, polish } from "../../paint/light.ts";
import type { Size } from "../../scene.ts";
import { BLACK, COTTON, light, LINEN } from "./lit.ts";
import type { Cloth } from "./lit.ts";
import { heightField } from "./relief.ts";
import type { Relief } from "./relief.ts";
import { CUFF, CUFF_ENDS, SLEEVE_ENDS, SLEEVE_HALF, sleeveOf } from "./sleeve.ts";

type Context = CanvasRenderingContext2D;

/**
 * Where a body is painted: its unit of length, its origin, and where the lamp stands; CSS pixels, radians. So
 * many pixels of the unit are worked out at the most: cloth is soft.
 */
export interface Posed {
  mostPx: number;
  unitPx: number;
  x: number;
  y: number;
  lamp: number;
}

/** A lit body as a picture of its own, and by how much it is smaller than a box of a size on the screen. */
function litRelief(
  { width, height }: Size,
  relief: Relief,
  cloth: Cloth,
  { unitPx, x, y, lamp, mostPx }: Posed,
  density: number,
): HTMLCanvasElement {
  const scale = Math.min(density, mostPx / unitPx);
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext("2d");
  const grid = {
    width: canvas.width,
    height: canvas.height,
    unit: unitPx * scale,
    x: x * scale,
    y: y * scale,
  };
  const image = new ImageData(grid.width, grid.height);
  light(heightField(relief, grid), cloth, lamp, image.data);
  context?.putImageData(image, 0, 0);
  return canvas;
}

/** Traces the outline of a body, drawn in by so much, over a box. */
function traceBody(
  context: Context,
  { limbs }: Relief,
  { unitPx, x, y }: Pick<Posed, "unitPx" | "x" | "y">,
  inPx: number,
): void {
  context.beginPath();
  for (const { from, to, radii } of limbs) {
    const [fromX, fromY] = [x + from[0] * unitPx, y + from[1] * unitPx];
    const [toX, toY] = [x + to[0] * unitPx, y + to[1] * unitPx];
    const [thick, thin] = [radii[0] * unitPx - inPx, radii[1] * unitPx - inPx];
    const length = Math.hypot(toX - fromX, toY - fromY) || 1;
    const [acrossX, acrossY] = [(toY - fromY) / length, (fromX - toX) / length];
    // All the same way around, or one limb would cut a hole into another.
    for (const [atX, atY, radius] of [
      [fromX, fromY, thick],
      [toX, toY, thin],
    ] as const) {
      context.moveTo(atX + radius, atY);
      context.arc(atX, atY, radius, 0, 2 * Math.PI);
    }
    context.moveTo(fromX + acrossX * thick, fromY + acrossY * thick);
    context.lineTo(toX + acrossX * thin, toY + acrossY * thin);
    context.lineTo(toX - acrossX * thin, toY - acrossY * thin);
    context.lineTo(fromX - acrossX * thick, fromY - acrossY * thick);
    context.closePath();
  }
}

/** How far the outline of a body lies within its light, in pixels of that. */
const WITHIN = 0.7;

/** Its light is soft and worked out coarsely, and its outline is sharp. */
function paintRelief(
  context: Context,
  size: Size,
  relief: Relief,
  cloth: Cloth,
  posed: Posed,
): void {
  const density = context.getTransform().a;
  const lit = litRelief(size, relief, cloth, posed, density);
  const scale = Math.min(density, posed.mostPx / posed.unitPx);
  context.save();
  traceBody(context, relief, posed, WITHIN / scale);
  context.clip();
  context.imageSmoothingQuality = "high";
  context.drawImage(lit, 0, 0, lit.width / scale, lit.height / scale);
  context.restore();
}

/** Paints a gloved hand over a box. */
export function paintGlove(context: Context, size: Size, relief: Relief, posed: Posed): void {
  paintRelief(context, size, relief, COTTON, posed);
}

/** Traces what lies above the round lower end of a sleeve or a cuff, `down` from the wrist in lengths of a hand. */
function traceAbove(context: Context, { unitPx, x, y }: Posed, half: number, down: number): void {
  const [halfPx, end] = [half * unitPx, y + down * unitPx];
  context.beginPath();
  context.moveTo(x - halfPx, 0);
  context.lineTo(x - halfPx, end - halfPx * 0.2);
  context.quadraticCurveTo(x, end + halfPx * 0.24, x + halfPx, end - halfPx * 0.2);
  context.lineTo(x + halfPx, 0);
  context.closePath();
}

/** Paints a sleeve over a box, its lower end open, and the white cuff out of it with a link of a metal, `#rrggbb`. */
export function paintSleeve(context: Context, size: Size, metal: string, posed: Posed): void {
  const { unitPx, x, y } = posed;
  const density = context.getTransform().a;
  /** Both throw a shadow on what they end over. */
  const piece = (relief: Relief, cloth: Cloth, half: number, down: number) => {
    context.save();
    context.shadowColor = "#000000c0";
    context.shadowBlur = 0.05 * unitPx * density;
    context.shadowOffsetY = 0.022 * unitPx * density;
    context.fillStyle = "#000000";
    // No wider than what it ends over, or it would be seen beside that.
    traceAbove(context, posed, half * 0.94, down - 0.01);
    context.fill();
    context.restore();
    context.save();
    traceAbove(context, posed, half * 1.6, down);
    context.clip();
    paintRelief(context, size, relief, cloth, posed);
    context.restore();
  };
  piece(CUFF, LINEN, SLEEVE_HALF, CUFF_ENDS);
  piece(sleeveOf(y / unitPx), BLACK, SLEEVE_HALF, SLEEVE_ENDS);
  const link = { x: x + 0.1 * unitPx, y: y + (SLEEVE_ENDS + CUFF_ENDS) * 0.5 * unitPx };
  const radius = Math.max(1, unitPx * 0.019);
  const gold = context.createLinearGradient(link.x - radius, 0, link.x + radius, 0);
  polish(gold, metal);
  context.fillStyle = gold;
  context.beginPath();
  context.arc(link.x, link.y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Paints the soft shadow of a hand over a box. */
export function paintShadow(
  context: Context,
  size: Size,
  relief: Relief,
  { unitPx, x, y, blurPx }: Omit<Posed, "lamp" | "mostPx"> & { blurPx: number },
): void {
  const density = context.getTransform().a;
  context.save();
  context.shadowColor = "#000000";
  context.shadowBlur = blurPx * density;
  // Only the shadow falls into the box: what casts it is beside it.
  context.shadowOffsetX = 2 * size.width * density;
  traceBody(context, relief, { unitPx, x: x - 2 * size.width, y }, 0);
  context.fill();
  context.restore();
}

/** Paints the soft shadow of a forearm along a box. */
export function paintArmShadow(context: Context, { width, height }: Size): void {
  context.fillStyle = fadingEnds(context, width, { middle: "#000000b0", by: 0.3 });
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = "destination-in";
  const along = context.createLinearGradient(0, 0, 0, height);
  along.addColorStop(1 - (width * 0.4) / height, "#000000");
  along.addColorStop(1, "#00000000");
  context.fillStyle = along;
  context.fillRect(0, 0, width, height);
}
