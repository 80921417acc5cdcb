import type { Size } from "../scene.ts";
import { TYPEFACE } from "../theme.ts";
import { mix } from "./colour.ts";

type Context = CanvasRenderingContext2D;

/** Gold, silver and bronze; steel for those who came after. */
const METALS = ["#f0c24a", "#cfd6dc", "#c98a55"] as const;
const STEEL = "#55616b";

/** The metal of a place, from 1. */
export function metalOf(place: number): string {
  return METALS[place - 1] ?? STEEL;
}

/** Paints a medal with a place on it over a box. */
export function paintMedal(context: Context, { width, height }: Size, place: number): void {
  const [x, y, radius] = [width / 2, height / 2, width * 0.38];
  const metal = metalOf(place);
  const light = context.createLinearGradient(0, y - radius, width * 0.3, y + radius);
  light.addColorStop(0, mix(metal, "#ffffff", 0.65));
  light.addColorStop(0.5, metal);
  light.addColorStop(1, mix(metal, "#000000", 0.3));
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.shadowColor = "#000000c0";
  context.shadowBlur = radius * 0.4 * context.getTransform().a;
  context.fillStyle = light;
  context.fill();
  context.shadowBlur = 0;
  context.lineWidth = Math.max(1, radius * 0.14);
  context.strokeStyle = mix(metal, "#000000", 0.55);
  context.stroke();
  context.font = `800 ${radius * 1.35}px ${TYPEFACE.plain}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillStyle = place > METALS.length ? "#ffffff" : "#1c1404";
  context.fillText(String(place), x, y + radius * 0.49);
}
