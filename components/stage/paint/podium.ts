import type { Size } from "../scene.ts";
import { TYPEFACE } from "../theme.ts";
import { mix } from "./colour.ts";
import { polish } from "./light.ts";
import { metalOf } from "./medal.ts";

type Context = CanvasRenderingContext2D;

/**
 * Paints a block of a podium over a box, edged in the metal of its place: its top face `lip` CSS pixels
 * deep, and its number on the front, above the room for a name.
 */
export function paintBlock(
  context: Context,
  { width, height }: Size,
  { place, stone, lip, dark }: { place: number; stone: string; lip: number; dark: boolean },
): void {
  const metal = metalOf(place);
  // Polished: the middle throws the lamp back, and the foot lies in shade.
  const front = context.createLinearGradient(0, 0, width, 0);
  front.addColorStop(0, mix(stone, metal, 0.1));
  front.addColorStop(0.4, mix(stone, metal, 0.32));
  front.addColorStop(1, mix(stone, metal, 0.06));
  context.fillStyle = front;
  context.fillRect(0, lip, width, height - lip);
  const foot = context.createLinearGradient(0, lip, 0, height);
  foot.addColorStop(0, "#00000000");
  foot.addColorStop(1, "#0000004d");
  context.fillStyle = foot;
  context.fillRect(0, lip, width, height - lip);
  const top = context.createLinearGradient(0, 0, width, 0);
  top.addColorStop(0, mix(metal, "#34424c", 0.55));
  top.addColorStop(0.5, mix(metal, "#ffffff", 0.4));
  top.addColorStop(1, mix(metal, "#34424c", 0.55));
  context.fillStyle = top;
  context.beginPath();
  context.moveTo(0, lip);
  context.lineTo(lip * 0.55, 0);
  context.lineTo(width - lip * 0.55, 0);
  context.lineTo(width, lip);
  context.fill();
  const edge = context.createLinearGradient(0, 0, width, 0);
  polish(edge, metal);
  context.fillStyle = edge;
  context.fillRect(0, lip, width, Math.max(1.5, lip * 0.22));
  // Above the name, which takes the foot of the front.
  const type = Math.min((height - lip * 2.9) * 1.15, lip * 2.6);
  const y = lip * 1.3 + (height - lip * 2.8 + type * 0.72) / 2;
  context.font = `800 ${type}px ${TYPEFACE.plain}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillStyle = dark ? "#00000099" : "#ffffff99";
  context.fillText(String(place), width / 2, y + 1.5);
  context.fillStyle = dark ? mix(metal, "#ffffff", 0.25) : mix(metal, "#000000", 0.55);
  context.fillText(String(place), width / 2, y);
}
