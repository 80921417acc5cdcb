import { palette } from "../../../src/look/palette.ts";
import { rimInset } from "../../stage/measures.ts";
import { mix, withAlpha } from "../../stage/paint/colour.ts";
import { cornerRadius, traceTable } from "../../stage/paint/table-outline.ts";
import type { Size } from "../../stage/scene.ts";

type Context = CanvasRenderingContext2D;

/** Keeps what is painted in a box around a spot to the cloth of a table of a size: it is printed on that. */
export function clipToCloth(
  context: Context,
  { width, height }: Size,
  table: Size,
  { x, y }: { x: number; y: number },
): void {
  const [left, top] = [width / 2 - x, height / 2 - y];
  context.translate(left, top);
  context.beginPath();
  traceTable(context, table, {
    edge: rimInset(table.height),
    radius: cornerRadius(table.height),
  });
  context.translate(-left, -top);
  context.clip();
}

/** Fades whatever is painted in the box towards its edge, as light falls off. */
function fade(context: Context, { width, height }: Size): void {
  context.save();
  context.globalCompositeOperation = "destination-in";
  context.scale(width / 2, height / 2);
  const mask = context.createRadialGradient(1, 1, 0.25, 1, 1, 1);
  mask.addColorStop(0, "#000000ff");
  mask.addColorStop(1, "#00000000");
  context.fillStyle = mask;
  context.fillRect(0, 0, 2, 2);
  context.restore();
}

/** Paints the scales of a dragon over a box, fading towards its edge. */
export function paintScales(context: Context, size: Size, colour: string): void {
  const radius = Math.max(9, Math.min(size.width, size.height) / 13);
  context.lineWidth = Math.max(0.8, radius * 0.09);
  for (let row = 0; row * radius * 0.62 < size.height + radius; row++) {
    for (let x = (row % 2) * radius - radius; x < size.width + radius; x += radius * 2) {
      const y = row * radius * 0.62;
      const light = context.createLinearGradient(0, y, 0, y + radius);
      light.addColorStop(0, withAlpha(colour, 0));
      light.addColorStop(1, withAlpha(colour, 0.46));
      context.beginPath();
      context.arc(x, y, radius * 0.96, 0, Math.PI);
      context.fillStyle = light;
      context.fill();
      context.strokeStyle = withAlpha(mix(colour, palette.gold, 0.5), 0.44);
      context.stroke();
    }
  }
  fade(context, size);
}

/** Paints the stripes of a tiger over a box, fading towards its edge. */
export function paintStripes(context: Context, size: Size, colour: string): void {
  const { width, height } = size;
  const step = Math.max(16, height / 8);
  for (const side of [-1, 1]) {
    for (let i = -1; i * step < height + step; i++) {
      const y = i * step + (side > 0 ? step / 2 : 0);
      const root = width / 2 + (side * width) / 2;
      const tip = width / 2 + side * width * (i % 2 ? 0.06 : 0.14);
      const thick = step * (i % 2 ? 0.2 : 0.3);
      context.beginPath();
      context.moveTo(root, y - thick);
      context.bezierCurveTo(
        root - side * width * 0.2,
        y - thick * 2.6,
        tip + side * width * 0.1,
        y - thick,
        tip,
        y + step * 0.55,
      );
      context.bezierCurveTo(
        tip + side * width * 0.14,
        y + thick,
        root - side * width * 0.2,
        y - thick * 0.2,
        root,
        y + thick,
      );
      context.closePath();
      context.fillStyle = withAlpha(colour, 0.44);
      context.fill();
    }
  }
  fade(context, size);
}
