import { mix } from "../../../stage/paint/colour.ts";
import { polish } from "../../../stage/paint/light.ts";
import type { Size } from "../../../stage/scene.ts";

/** Paints the start gate over a box, along its longer side: a bar of metal between two posts. */
export function paintGate(
  context: CanvasRenderingContext2D,
  { width, height }: Size,
  accent: string,
): void {
  const [long, thick] = [Math.max(width, height), Math.min(width, height)];
  if (height > width) {
    context.transform(0, 1, 1, 0, 0, 0);
  }
  context.fillStyle = "#00000066";
  context.fillRect(0, thick * 0.55, long, thick * 0.45);
  const bar = context.createLinearGradient(0, thick * 0.2, 0, thick * 0.75);
  polish(bar, accent);
  context.fillStyle = bar;
  context.fillRect(0, thick * 0.22, long, thick * 0.5);
  for (const end of [0, long - thick * 0.9]) {
    context.beginPath();
    context.roundRect(end, 0, thick * 0.9, thick, thick * 0.3);
    context.fillStyle = mix(accent, "#000000", 0.25);
    context.fill();
  }
}
