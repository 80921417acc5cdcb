import { palette } from "../../../src/look/palette.ts";
import type { Size } from "../scene.ts";
import { cardOutline } from "./card-face.ts";
import { mix, withAlpha } from "./colour.ts";

/** Paints the back of a card over a whole box: a lattice on claret, and the emblem. */
export function paintCardBack(context: CanvasRenderingContext2D, size: Size): void {
  const { width, height } = size;
  cardOutline(context, size);
  context.fillStyle = palette.paper;
  context.fill();
  const inset = Math.max(2, width * 0.055);
  const ground = context.createRadialGradient(
    width / 2,
    height * 0.4,
    0,
    width / 2,
    height / 2,
    height * 0.65,
  );
  ground.addColorStop(0, mix(palette.cardBack, "#ff5a5a", 0.16));
  ground.addColorStop(1, mix(palette.cardBack, "#000000", 0.25));
  context.save();
  context.beginPath();
  context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, width * 0.04);
  context.fillStyle = ground;
  context.fill();
  context.clip();
  context.lineWidth = Math.max(0.6, width * 0.007);
  context.strokeStyle = withAlpha(palette.gold, 0.4);
  const step = Math.max(6, width / 9);
  context.beginPath();
  for (let x = -height; x < width + height; x += step) {
    context.moveTo(x, 0);
    context.lineTo(x + height, height);
    context.moveTo(x, 0);
    context.lineTo(x - height, height);
  }
  context.stroke();
  context.restore();
  context.lineWidth = Math.max(0.8, width * 0.012);
  context.strokeStyle = withAlpha(palette.gold, 0.85);
  const line = inset * 1.7;
  context.beginPath();
  context.roundRect(line, line, width - 2 * line, height - 2 * line, width * 0.025);
  context.stroke();
  paintEmblem(context, width / 2, height / 2, width * 0.2);
}

/** A lozenge with four smaller ones around it, in a medallion: a sign that means no side of any game. */
function paintEmblem(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
): void {
  context.save();
  context.translate(x, y);
  context.scale(radius, radius);
  context.beginPath();
  context.arc(0, 0, 1, 0, 2 * Math.PI);
  context.fillStyle = mix(palette.cardBack, "#000000", 0.35);
  context.fill();
  context.lineWidth = 0.09;
  context.strokeStyle = palette.gold;
  context.stroke();
  context.fillStyle = palette.gold;
  context.rotate(Math.PI / 4);
  context.fillRect(-0.23, -0.23, 0.46, 0.46);
  for (const [across, down] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const) {
    context.fillRect(across * 0.4 - 0.1, down * 0.4 - 0.1, 0.2, 0.2);
  }
  context.restore();
}
