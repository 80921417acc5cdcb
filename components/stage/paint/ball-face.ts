import { TYPEFACE } from "../../../src/look/typefaces.ts";
import type { BallMark } from "../kit.ts";
import { mix } from "./colour.ts";

type Context = CanvasRenderingContext2D;

/** The six patterns, in a circle of radius 1; each differs from the others in shape, not only in place. */
const patterns: readonly ((context: Context) => void)[] = [
  // Plain.
  () => {},
  // A broad band.
  (context) => context.fillRect(-1, -0.34, 2, 0.68),
  // Halves.
  (context) => context.fillRect(-1, 0, 2, 1),
  // A cross.
  (context) => {
    context.fillRect(-1, -0.2, 2, 0.4);
    context.fillRect(-0.2, -1, 0.4, 2);
  },
  // Quarters.
  (context) => {
    context.fillRect(-1, -1, 1, 1);
    context.fillRect(0, 0, 1, 1);
  },
  // Dots.
  (context) => {
    for (let i = 0; i < 6; i++) {
      const angle = (i * Math.PI) / 3;
      context.beginPath();
      context.arc(Math.cos(angle) * 0.76, Math.sin(angle) * 0.76, 0.17, 0, 2 * Math.PI);
      context.fill();
    }
  },
];

/** Paints what rolls: colour and pattern, in a box of one diameter. */
export function paintBallBody(context: Context, diameter: number, mark: BallMark): void {
  context.save();
  context.scale(diameter / 2, diameter / 2);
  context.translate(1, 1);
  context.beginPath();
  context.arc(0, 0, 0.97, 0, 2 * Math.PI);
  context.fillStyle = mark.fill;
  context.fill();
  context.clip();
  context.fillStyle = mix(mark.fill, "#fff6e4", 0.78);
  patterns[mark.pattern % patterns.length]?.(context);
  context.restore();
}

/** How large the field of the number is by the ball, on a `small` ball and else: a small one gives more of itself to it. */
export const fieldOf = (small: boolean): number => (small ? 0.64 : 0.52);

/** Paints the number on its field, in a box of one diameter. */
export function paintBallNumber(
  context: Context,
  diameter: number,
  mark: BallMark,
  small: boolean,
): void {
  context.save();
  context.scale(diameter / 2, diameter / 2);
  context.translate(1, 1);
  context.beginPath();
  context.arc(0, 0, fieldOf(small), 0, 2 * Math.PI);
  context.fillStyle = "#fffaf0";
  context.fill();
  context.lineWidth = 0.07;
  context.strokeStyle = mix(mark.fill, "#000000", 0.45);
  context.stroke();
  context.restore();
  // Type is set in whole pixels: browsers may refuse a size below one, however it is scaled.
  const type = diameter * (small ? 0.54 : 0.4);
  context.fillStyle = "#16181c";
  context.font = `800 ${type}px ${TYPEFACE.plain}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillText(mark.letter, diameter / 2, diameter / 2 + type * 0.36);
}

/** Paints the shade and the gloss that stay where the lamps are, in a box of one diameter. */
export function paintBallLight(context: Context, diameter: number): void {
  context.save();
  context.scale(diameter / 2, diameter / 2);
  context.translate(1, 1);
  context.beginPath();
  context.arc(0, 0, 0.98, 0, 2 * Math.PI);
  // Lit from above and behind: the terminator lies low, and the track throws a little light back.
  const shade = context.createRadialGradient(-0.22, -0.5, 0.08, -0.05, -0.12, 1.14);
  shade.addColorStop(0, "#ffffff6b");
  shade.addColorStop(0.3, "#ffffff0c");
  shade.addColorStop(0.56, "#0000001c");
  shade.addColorStop(0.82, "#0000008c");
  shade.addColorStop(0.93, "#000000b4");
  shade.addColorStop(1, "#00000078");
  context.fillStyle = shade;
  context.fill();
  const gloss = (x: number, y: number, wide: number, high: number, alpha: string) => {
    const light = context.createRadialGradient(0, 0, 0, 0, 0, 1);
    light.addColorStop(0, `#ffffff${alpha}`);
    light.addColorStop(1, "#ffffff00");
    context.save();
    context.translate(x, y);
    context.rotate(-0.5);
    context.scale(wide, high);
    context.fillStyle = light;
    context.fillRect(-1, -1, 2, 2);
    context.restore();
  };
  gloss(-0.3, -0.6, 0.36, 0.2, "d8");
  gloss(-0.34, -0.64, 0.12, 0.08, "ff");
  gloss(0.3, 0.72, 0.42, 0.12, "40");
  context.restore();
}
