import type { CardBack } from "../../../src/look/card-backs.ts";
import { palette } from "../../../src/look/palette.ts";
import type { Paint } from "../kit.ts";
import type { Size } from "../scene.ts";
import { cardOutline } from "./card-face.ts";
import { mix, withAlpha } from "./colour.ts";

type Context = CanvasRenderingContext2D;

/** What paints the back of a card over a whole box: lines of gold on their ground, and the emblem. */
export const backPaint =
  ({ ground, pattern }: CardBack): Paint =>
  (context, size) => {
    const { width, height } = size;
    cardOutline(context, size);
    context.fillStyle = palette.paper;
    context.fill();
    const inset = Math.max(2, width * 0.055);
    const light = context.createRadialGradient(
      width / 2,
      height * 0.4,
      0,
      width / 2,
      height / 2,
      height * 0.65,
    );
    light.addColorStop(0, mix(ground, mix(ground, "#ffffff", 0.4), 0.3));
    light.addColorStop(1, mix(ground, "#000000", 0.25));
    context.save();
    context.beginPath();
    context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, width * 0.04);
    context.fillStyle = light;
    context.fill();
    context.clip();
    context.lineWidth = Math.max(0.6, width * 0.007);
    context.strokeStyle = withAlpha(palette.gold, 0.4);
    context.beginPath();
    patterns[pattern](context, size, Math.max(6, width / 9));
    context.stroke();
    context.restore();
    context.lineWidth = Math.max(0.8, width * 0.012);
    context.strokeStyle = withAlpha(palette.gold, 0.85);
    const line = inset * 1.7;
    context.beginPath();
    context.roundRect(line, line, width - 2 * line, height - 2 * line, width * 0.025);
    context.stroke();
    paintEmblem(context, width / 2, height / 2, width * 0.2, ground);
  };

/** The lines of a pattern over a box, a step apart. They look the same from either end of the card. */
const patterns: Record<
  CardBack["pattern"],
  (context: Context, { width, height }: Size, step: number) => void
> = {
  lattice(context, { width, height }, step) {
    for (let x = -height; x < width + height; x += step) {
      context.moveTo(x, 0);
      context.lineTo(x + height, height);
      context.moveTo(x, 0);
      context.lineTo(x - height, height);
    }
  },
  fans(context, { width, height }, step) {
    const rows = Math.ceil(height / step / 2);
    for (let row = -rows; row <= rows; row++) {
      // Up above the middle, and down below it.
      const way = row < 0 ? Math.PI : 0;
      for (let column = -6; column <= 6; column++) {
        const x = width / 2 + (column + (row % 2 ? 0.5 : 0)) * 2 * step;
        const y = height / 2 + row * step;
        for (const radius of [1, 0.68, 0.36]) {
          context.moveTo(x + (way ? -1 : 1) * radius * step, y);
          context.arc(x, y, radius * step, way, way + Math.PI);
        }
      }
    }
  },
  rays(context, { width, height }, step) {
    const [count, far] = [48, width + height];
    for (let i = 0; i < count; i++) {
      const angle = ((i + 0.5) * 2 * Math.PI) / count;
      context.moveTo(width / 2, height / 2);
      context.lineTo(width / 2 + far * Math.cos(angle), height / 2 + far * Math.sin(angle));
    }
    for (let radius = step * 3; radius < far; radius += step * 1.5) {
      context.moveTo(width / 2 + radius, height / 2);
      context.arc(width / 2, height / 2, radius, 0, 2 * Math.PI);
    }
  },
};

/** A lozenge with four smaller ones around it, in a medallion: a sign that means no side of any game. */
function paintEmblem(context: Context, x: number, y: number, radius: number, ground: string): void {
  context.save();
  context.translate(x, y);
  context.scale(radius, radius);
  context.beginPath();
  context.arc(0, 0, 1, 0, 2 * Math.PI);
  context.fillStyle = mix(ground, "#000000", 0.35);
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
