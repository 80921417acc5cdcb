import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import type { Size } from "../../../stage/scene.ts";

type Context = CanvasRenderingContext2D;

/** What the marshal wears, besides the accent of the table. */
const [SUIT, VEST, SKIN, GLOVE] = ["#1d2634", "#d8a21f", "#c99a76", "#f3f1ea"] as const;

function oval(context: Context, [x, y]: readonly [number, number], wide: number, high: number) {
  context.beginPath();
  context.ellipse(x, y, wide / 2, high / 2, 0, 0, 2 * Math.PI);
}

function limb(
  context: Context,
  colour: string,
  wide: number,
  points: readonly (readonly [number, number])[],
) {
  context.lineCap = "round";
  context.lineJoin = "round";
  context.lineWidth = wide;
  context.strokeStyle = colour;
  context.beginPath();
  for (const [x, y] of points) {
    context.lineTo(x, y);
  }
  context.stroke();
}

/**
 * Paints the marshal of a race over a box twice as wide as a ball, as one looks down on him from the stand before him:
 * a cap with a peak, a vest with bands, and legs. Nothing of him is as round as a ball, and his nearer arm is not painted.
 */
export function paintMarshal(context: Context, { width, height }: Size, accent: string): void {
  context.translate(width / 2, height / 2);
  context.scale(width / 2, height / 2);
  const shadow = context.createRadialGradient(0.16, 0.8, 0.05, 0.16, 0.8, 0.55);
  shadow.addColorStop(0, "#000000b0");
  shadow.addColorStop(1, "#00000000");
  context.fillStyle = shadow;
  oval(context, [0.16, 0.8], 1.1, 0.5);
  context.fill();
  // Legs apart, and shoes that point to the balls.
  const trousers = mix(SUIT, "#ffffff", 0.1);
  limb(context, mix(SUIT, "#000000", 0.25), 0.2, [
    [-0.1, 0.3],
    [-0.16, 0.76],
  ]);
  limb(context, trousers, 0.2, [
    [0.1, 0.3],
    [0.14, 0.8],
  ]);
  context.fillStyle = "#0c0e12";
  for (const [x, y] of [
    [-0.11, 0.81],
    [0.21, 0.86],
  ] as const) {
    oval(context, [x, y], 0.32, 0.15);
    context.fill();
  }
  // The arm that he does not need, bent, with a board under it.
  limb(context, mix(SUIT, "#000000", 0.2), 0.19, [
    [-0.26, -0.24],
    [-0.42, 0.06],
    [-0.2, 0.16],
  ]);
  const light = context.createLinearGradient(-0.3, -0.3, 0.36, 0.4);
  light.addColorStop(0, mix(VEST, "#ffffff", 0.35));
  light.addColorStop(0.5, VEST);
  light.addColorStop(1, mix(VEST, "#000000", 0.42));
  context.fillStyle = light;
  context.beginPath();
  context.moveTo(-0.14, -0.4);
  context.lineTo(0.16, -0.4);
  context.lineTo(0.36, -0.24);
  context.lineTo(0.25, 0.4);
  context.lineTo(-0.25, 0.4);
  context.lineTo(-0.36, -0.24);
  context.closePath();
  context.fill();
  context.fillStyle = withAlpha("#fbf9f0", 0.92);
  context.fillRect(-0.27, 0.1, 0.54, 0.08);
  context.fillRect(-0.2, -0.36, 0.08, 0.46);
  context.fillRect(0.12, -0.36, 0.08, 0.46);
  context.fillStyle = "#efe6d0";
  context.fillRect(-0.26, 0.02, 0.2, 0.26);
  context.fillStyle = GLOVE;
  oval(context, [-0.2, 0.16], 0.15, 0.13);
  context.fill();
  // Neck, face in profile, and the cap over it with its peak to the balls.
  context.fillStyle = mix(SKIN, "#000000", 0.25);
  context.fillRect(-0.07, -0.5, 0.16, 0.14);
  context.fillStyle = SKIN;
  oval(context, [0.04, -0.6], 0.36, 0.4);
  context.fill();
  context.fillStyle = "#3a2a1e";
  oval(context, [-0.09, -0.57], 0.16, 0.22);
  context.fill();
  context.fillStyle = mix(accent, "#000000", 0.12);
  context.beginPath();
  context.ellipse(0.01, -0.66, 0.22, 0.2, 0, Math.PI, 2 * Math.PI);
  context.lineTo(0.44, -0.62);
  context.lineTo(0.2, -0.7);
  context.closePath();
  context.fill();
  limb(context, mix(accent, "#000000", 0.5), 0.05, [
    [-0.2, -0.645],
    [0.42, -0.625],
  ]);
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
