import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import type { Size } from "../../../stage/scene.ts";

type Context = CanvasRenderingContext2D;

/** What the marshal wears, besides the accent of the table. */
const [SUIT, VEST, SKIN, GLOVE] = ["#1d2634", "#d8a21f", "#c99a76", "#f3f1ea"] as const;

function oval(context: Context, [x, y]: readonly [number, number], wide: number, high: number) {
  context.beginPath();
  context.ellipse(x, y, wide / 2, high / 2, 0, 0, 2 * Math.PI);
}

/**
 * Paints the marshal of a race from above over a box twice as wide as a ball: shoulders in a vest and a cap with a peak,
 * looking to the right, where the lamp is.
 */
export function paintMarshal(context: Context, { width, height }: Size, accent: string): void {
  context.translate(width / 2, height / 2);
  context.scale(width / 2, height / 2);
  const shadow = context.createRadialGradient(-0.16, 0.1, 0.1, -0.16, 0.1, 0.9);
  shadow.addColorStop(0, "#000000a0");
  shadow.addColorStop(1, "#00000000");
  context.fillStyle = shadow;
  oval(context, [-0.16, 0.1], 1.5, 1.9);
  context.fill();
  const cloth = (colour: string) => {
    const light = context.createLinearGradient(0.36, 0, -0.42, 0);
    light.addColorStop(0, mix(colour, "#ffffff", 0.28));
    light.addColorStop(0.5, colour);
    light.addColorStop(1, mix(colour, "#000000", 0.5));
    return light;
  };
  context.fillStyle = cloth(SUIT);
  // The arm that he does not need hangs before him.
  oval(context, [0.16, -0.6], 0.56, 0.3);
  context.fill();
  oval(context, [-0.02, 0], 0.8, 1.5);
  context.fill();
  // The vest, open before the neck.
  context.fillStyle = cloth(VEST);
  oval(context, [-0.04, 0], 0.72, 1.06);
  context.fill();
  context.fillStyle = withAlpha("#f7f4e8", 0.8);
  for (const y of [-0.38, 0.3]) {
    context.fillRect(-0.34, y, 0.6, 0.08);
  }
  // The face under the peak, and the cap.
  context.fillStyle = SKIN;
  oval(context, [0.2, 0], 0.4, 0.44);
  context.fill();
  context.fillStyle = mix(SUIT, "#000000", 0.4);
  oval(context, [0.26, 0], 0.44, 0.52);
  context.fill();
  const cap = context.createRadialGradient(0.16, -0.08, 0.04, 0.04, 0, 0.4);
  cap.addColorStop(0, "#ffffff");
  cap.addColorStop(0.6, "#dcdad2");
  cap.addColorStop(1, "#8d8b84");
  context.fillStyle = cap;
  oval(context, [0.05, 0], 0.64, 0.64);
  context.fill();
  context.lineWidth = 0.06;
  context.strokeStyle = accent;
  context.stroke();
}

/** Paints an arm of his over a box, from its shoulder at the left to the hand at the right. */
export function paintArm(context: Context, { width, height }: Size): void {
  const sleeve = context.createLinearGradient(0, 0, 0, height);
  sleeve.addColorStop(0, mix(SUIT, "#ffffff", 0.2));
  sleeve.addColorStop(1, mix(SUIT, "#000000", 0.45));
  context.lineCap = "round";
  context.lineWidth = height * 0.62;
  context.strokeStyle = sleeve;
  context.beginPath();
  context.moveTo(height / 2, height / 2);
  context.lineTo(width - height * 1.05, height / 2);
  context.stroke();
  const x = width - height * 0.55;
  const hand = context.createRadialGradient(x, height * 0.4, 0, x, height / 2, height * 0.5);
  hand.addColorStop(0, GLOVE);
  hand.addColorStop(1, mix(GLOVE, "#000000", 0.4));
  context.fillStyle = hand;
  context.beginPath();
  context.ellipse(x, height / 2, height * 0.5, height * 0.42, 0, 0, 2 * Math.PI);
  context.fill();
}

/** Paints the cloth that balls are wiped with over a box. */
export function paintCloth(context: Context, { width, height }: Size, accent: string): void {
  context.beginPath();
  for (let i = 0; i < 8; i++) {
    const angle = (i / 8) * 2 * Math.PI;
    const reach = 0.36 + 0.12 * Math.sin(i * 5.3);
    context.lineTo(
      width * (0.5 + reach * Math.cos(angle)),
      height * (0.5 + reach * Math.sin(angle)),
    );
  }
  context.closePath();
  context.shadowColor = "#00000080";
  context.shadowBlur = width * 0.1;
  context.fillStyle = mix(accent, "#ffffff", 0.72);
  context.fill();
  context.shadowBlur = 0;
  context.lineWidth = width * 0.04;
  context.strokeStyle = mix(accent, "#000000", 0.25);
  context.stroke();
}
