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

/** Paints a plate of metal with a place on it over a box. */
export function paintMedal(context: Context, { width, height }: Size, place: number): void {
  const metal = metalOf(place);
  const light = context.createLinearGradient(0, 0, width * 0.3, height);
  light.addColorStop(0, mix(metal, "#ffffff", 0.65));
  light.addColorStop(0.5, metal);
  light.addColorStop(1, mix(metal, "#000000", 0.3));
  context.beginPath();
  context.roundRect(3, 3, width - 6, height - 6, height * 0.18);
  context.shadowColor = "#000000c0";
  context.shadowBlur = 3 * context.getTransform().a;
  context.fillStyle = light;
  context.fill();
  context.shadowBlur = 0;
  context.font = `800 ${(height - 6) * 0.82}px ${TYPEFACE.plain}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillStyle = place > METALS.length ? "#ffffff" : "#1c1404";
  context.fillText(String(place), width / 2, height / 2 + (height - 6) * 0.3);
}
