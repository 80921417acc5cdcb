import type { Size } from "../../../stage/scene.ts";

/** Paints a rounded plate over a box, within an edge so many CSS pixels wide. */
export function paintPlate(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  ground: string,
  edge: string,
  edgePx: number,
): void {
  context.beginPath();
  context.roundRect(
    edgePx - 0.5,
    edgePx - 0.5,
    width - 2 * edgePx + 1,
    height - 2 * edgePx + 1,
    height * 0.3,
  );
  context.fillStyle = ground;
  context.fill();
  context.lineWidth = edgePx;
  context.strokeStyle = edge;
  context.stroke();
}
