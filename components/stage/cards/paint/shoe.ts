import { palette } from "../../../../src/look/palette.ts";
import { mix, withAlpha } from "../../paint/colour.ts";
import { polish } from "../../paint/light.ts";
import { line, polygon } from "../../paint/strokes.ts";
import type { Point } from "../../paint/strokes.ts";
import type { Size } from "../../scene.ts";

type Context = CanvasRenderingContext2D;

/** A shoe is so wide by its height. */
export const SHOE_RATIO = 1.3;

/** How high its back and the lip before its mouth stand, and how far back its face leans, in its widths. */
const [HIGH, LIP, FACE] = [0.19, 0.04, 0.4] as const;
/** Cards whose edges are seen in a full shoe, and where the last of them stands. */
const [EDGES, FULL] = [26, 0.94] as const;

/**
 * Paints a dealing shoe over a box, seen from above and before it: a body of black glass, the next card in
 * the mouth of its leaning face, and in its side the edges of the pack, a little shorter with every card
 * that is `dealt`.
 */
export function paintShoe(
  context: Context,
  { width }: Size,
  { accent, ground }: { accent: string; ground: string },
  dealt: number,
): void {
  const density = context.getTransform().a;
  /** A point so far from the mouth to the back, and from the far side to the near one, 0 to 1; and so high. */
  const at = (back: number, near: number, high = 0): Point => [
    width * (0.12 + 0.5 * back + 0.27 * near),
    width * (0.49 - 0.25 * back + 0.2 * near - high),
  ];
  /** A point of the leaning face, 0 at its foot and 1 at its upper edge. */
  const face = (up: number, near: number) => at(FACE * up, near, LIP + (HIGH - LIP) * up);
  const glass = (from: Point, to: Point, lit: string, dark: string) => {
    const light = context.createLinearGradient(...from, ...to);
    light.addColorStop(0, lit);
    light.addColorStop(0.45, mix(lit, dark, 0.75));
    light.addColorStop(1, dark);
    return light;
  };
  const fill = (style: string | CanvasGradient, ...points: readonly Point[]) => {
    polygon(context, points);
    context.fillStyle = style;
    context.fill();
  };
  const side = [at(0, 1), face(0, 1), face(1, 1), at(1, 1, HIGH), at(1, 1)] as const;
  context.save();
  context.lineJoin = "round";
  // Wide and soft on the cloth, and once more where it stands.
  for (const [blur, down] of [
    [0.075, 0.035],
    [0.025, 0.012],
  ] as const) {
    context.shadowColor = "#000000a0";
    context.shadowBlur = width * blur * density;
    context.shadowOffsetY = width * down * density;
    fill("#07080a", at(0, 0), at(0, 1), at(1, 1), at(1, 0), at(1, 0, HIGH), face(1, 0));
  }
  context.shadowColor = "#00000000";
  fill("#14181d", ...side);
  // The pack leans as the face does; behind it there is nothing.
  context.save();
  polygon(context, side);
  context.clip();
  const step = (FULL - FACE * 0.2) / EDGES;
  for (let i = 0; i < EDGES; i++) {
    const foot = FACE * 0.2 + i * step;
    if (foot < FULL - dealt * step) {
      const ink = mix(palette.paper, ground, i % 3 ? 0.15 : 0.7);
      const top = foot + FACE * 0.55;
      line(
        context,
        at(foot, 1, 0.035),
        at(top, 1, HIGH - 0.03),
        withAlpha(ink, 0.62),
        width * 0.011,
      );
    }
  }
  context.restore();
  // The lid, with the lamp in it.
  fill(
    glass(at(1, 0, HIGH), at(0.5, 1, HIGH), "#6b7682", "#12151a"),
    face(1, 0),
    at(1, 0, HIGH),
    at(1, 1, HIGH),
    face(1, 1),
  );
  fill(
    "#ffffff26",
    at(0.55, 0.1, HIGH),
    at(0.94, 0.1, HIGH),
    at(0.94, 0.34, HIGH),
    at(0.48, 0.42, HIGH),
  );
  fill(
    glass(face(1, 0), face(0, 1), "#3d4650", "#0d0f13"),
    face(0, 0),
    face(1, 0),
    face(1, 1),
    face(0, 1),
  );
  fill("#050607", at(0, 0), face(0, 0), face(0, 1), at(0, 1));
  // Its edges catch the light.
  const gold = context.createLinearGradient(width * 0.1, 0, width * 0.9, width * 0.7);
  polish(gold, accent);
  context.strokeStyle = gold;
  context.lineWidth = Math.max(0.8, width * 0.009);
  for (const edge of [
    side,
    [face(0, 0), face(1, 0), at(1, 0, HIGH), at(1, 1, HIGH), face(1, 1), face(0, 1)],
  ]) {
    polygon(context, edge);
    context.stroke();
  }
  line(context, face(1, 0), face(1, 1), "#ffffff90", Math.max(0.8, width * 0.01));
  // The next card, from the window in the face out over the lip.
  const tongue = (inset: number): Point[] => [
    face(0.86 - inset, 0.16 + inset),
    face(0.86 - inset, 0.84 - inset),
    at(-0.07 + inset * 0.5, 0.84 - inset, LIP * 0.8),
    at(-0.07 + inset * 0.5, 0.16 + inset, LIP * 0.8),
  ];
  fill(palette.paper, ...tongue(0));
  fill(ground, ...tongue(0.09));
  fill("#00000059", face(0.86, 0.16), face(0.86, 0.84), face(0.6, 0.84), face(0.6, 0.16));
  context.restore();
}
