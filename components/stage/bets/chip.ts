import { mix } from "../paint/colour.ts";
import type { Size } from "../scene.ts";

/** On narrower chips, in CSS pixels, six notches and a ring would be a blur. */
const SIMPLE_PX = 18;

/** Paints a chip of a metal, `#rrggbb`, over a box: its face as an ellipse, and its edge below that. */
export function paintChip(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  metal: string,
): void {
  const density = context.getTransform().a;
  const [x, across] = [width / 2, width * 0.46];
  const [down, edge] = [height * 0.36, height * 0.19];
  const y = height * 0.4;
  const ring = (share: number, shift = 0) => {
    context.beginPath();
    context.ellipse(x, y + shift, across * share, down * share, 0, 0, 2 * Math.PI);
  };
  context.save();
  context.shadowColor = "#000000a0";
  context.shadowBlur = edge * density;
  context.shadowOffsetY = edge * 0.5 * density;
  context.fillStyle = mix(metal, "#3a2503", 0.5);
  for (const shift of [edge, edge * 0.5]) {
    ring(1, shift);
    context.fill();
  }
  context.restore();
  const isSimple = width < SIMPLE_PX;
  /** How long a notch is, and how far it is to the next, in halves of the width. */
  const [notch, apart] = isSimple ? [0.5, 0.86] : [0.36, 0.56];
  // Its notches reach down its edge.
  context.lineWidth = edge * 0.8;
  context.setLineDash([across * notch * 0.75, across * apart * 0.75]);
  context.strokeStyle = "#e9dcb8";
  context.beginPath();
  context.ellipse(x, y + edge * 0.6, across * 0.97, down * 0.97, 0, 0.3, Math.PI - 0.3);
  context.stroke();
  const face = context.createLinearGradient(0, y - down, 0, y + down);
  face.addColorStop(0, mix(metal, "#ffffff", isSimple ? 0.3 : 0.72));
  face.addColorStop(0.55, metal);
  face.addColorStop(1, mix(metal, "#000000", 0.2));
  context.fillStyle = face;
  ring(1);
  context.fill();
  // Around its rim there are six, or four.
  context.lineWidth = down * (isSimple ? 0.38 : 0.24);
  context.setLineDash([across * notch, across * apart]);
  context.strokeStyle = "#fffaf0";
  ring(isSimple ? 0.8 : 0.87);
  context.stroke();
  context.setLineDash([]);
  context.lineWidth = Math.max(0.6, width * 0.03);
  context.strokeStyle = mix(metal, "#3a2503", isSimple ? 0.75 : 0.55);
  ring(isSimple ? 0.98 : 0.66);
  context.stroke();
}

/** Height of a chip, seen a little from the front, by its width. */
export const CHIP_RATIO = 0.86;
