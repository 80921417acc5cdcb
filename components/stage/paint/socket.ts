import type { Look } from "../looks.ts";
import { TYPEFACE } from "../theme.ts";
import { mix, withAlpha } from "./colour.ts";
import { polish } from "./light.ts";

/** Paints a round place sunk into the cloth, over a box of its diameter, with a letter at its ground. */
export function paintSocket(
  context: CanvasRenderingContext2D,
  diameter: number,
  { colour, letter, accent, look }: { colour: string; letter: string; accent: string; look: Look },
): void {
  const line = Math.max(1, diameter * 0.022);
  const middle = diameter / 2;
  const circle = (inset: number, shift = 0) => {
    context.beginPath();
    context.arc(middle, middle + shift, middle - inset, 0, 2 * Math.PI);
  };
  const deepness = look.addsLight ? 1 : 0.45;
  // Deep under its upper edge, where the lamp does not reach; lit on the lower one.
  const sunk = context.createLinearGradient(0, 0, 0, diameter);
  sunk.addColorStop(0, withAlpha("#000000", 0.62 * deepness));
  sunk.addColorStop(0.35, withAlpha(mix(colour, "#000000", 0.6), 0.4 * deepness));
  sunk.addColorStop(1, withAlpha(mix(colour, "#ffffff", 0.1), 0.34 * deepness));
  circle(line * 2);
  context.fillStyle = sunk;
  context.fill();
  context.lineWidth = line;
  for (const [shift, ink] of [
    [-line * 0.8, "#00000070"],
    [line * 0.8, "#ffffff24"],
  ] as const) {
    circle(line * 2, shift);
    context.strokeStyle = ink;
    context.stroke();
  }
  const gold = context.createLinearGradient(0, 0, diameter * 0.4, diameter);
  polish(gold, accent, 0.8);
  circle(line * 2);
  context.strokeStyle = gold;
  context.stroke();
  const size = diameter * 0.46;
  context.font = `800 ${size}px ${TYPEFACE.plain}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  for (const [shift, ink] of [
    [-0.03, "#00000090"],
    [0.03, "#ffffff28"],
    [0, withAlpha(mix(colour, look.ink, 0.5), look.isOrnate ? 0.6 : 1)],
  ] as const) {
    context.fillStyle = ink;
    context.fillText(letter, middle, middle + size * (0.36 + shift));
  }
}
