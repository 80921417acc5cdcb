import type { Size } from "../scene.ts";
import { TYPEFACE } from "../theme.ts";
import type { Look } from "../looks.ts";
import { mix } from "./colour.ts";

type Context = CanvasRenderingContext2D;

/** Gold, silver and bronze; steel for those who came after. */
const METALS = ["#f0c24a", "#cfd6dc", "#c98a55"] as const;
const STEEL = "#55616b";

/** The metal of a place, from 1. */
export function metalOf(place: number): string {
  return METALS[place - 1] ?? STEEL;
}

/** Paints the flag of a place over a box: in its metal for the first three, bare letters for the rest. */
export function paintPlace(
  context: Context,
  { width, height }: Size,
  { place, text, ink }: { place: number; text: string; ink: string },
): void {
  const inset = height * 0.14;
  const hasMetal = place <= METALS.length;
  if (hasMetal) {
    const metal = metalOf(place);
    const light = context.createLinearGradient(0, inset, 0, height - inset);
    light.addColorStop(0, mix(metal, "#ffffff", 0.6));
    light.addColorStop(0.55, metal);
    light.addColorStop(1, mix(metal, "#000000", 0.22));
    context.beginPath();
    context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, height * 0.2);
    context.shadowColor = "#000000b0";
    context.shadowBlur = inset * context.getTransform().a;
    context.fillStyle = light;
    context.fill();
    context.shadowBlur = 0;
    context.lineWidth = 1;
    context.strokeStyle = mix(metal, "#000000", 0.5);
    context.stroke();
  }
  context.font = `800 ${height * 0.5}px ${TYPEFACE.plain}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.globalAlpha = hasMetal ? 1 : 0.62;
  context.fillStyle = hasMetal ? "#1c1404" : ink;
  context.fillText(text, width / 2, height * 0.68, width - 3 * inset);
}

/** How wide a place among the last ones is by its height. */
export const FORM_RATIO = 1.28;

/**
 * Paints places over a box, latest first, along its longer side: the first three on their metal, bare
 * letters for the rest.
 */
export function paintForm(
  context: Context,
  { width, height }: Size,
  places: readonly { place: number; text: string }[],
  { ink, isOrnate }: Pick<Look, "ink" | "isOrnate">,
): void {
  const count = Math.max(1, places.length);
  const upright = height / count < width && height > width;
  const [wide, high] = upright ? [width, height / count] : [width / count, height];
  const inset = high * 0.08;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  places.forEach(({ place, text }, i) => {
    const [x, y] = upright ? [0, height - (i + 1) * high] : [i * wide, 0];
    const metal = METALS[place - 1];
    // Whole pixels, so that neighbours share a font: each takes the browser some time to come by.
    const type = Math.round(high * (text.length > 1 ? 0.46 : 0.62));
    context.font = `${metal === undefined ? 600 : 800} ${type}px ${TYPEFACE.plain}`;
    if (metal !== undefined) {
      const shine = context.createLinearGradient(0, y + inset, 0, y + high - inset);
      shine.addColorStop(0, mix(metal, "#ffffff", 0.5));
      shine.addColorStop(0.5, metal);
      shine.addColorStop(1, mix(metal, "#000000", 0.16));
      context.beginPath();
      context.roundRect(x + inset, y + inset, wide - 2 * inset, high - 2 * inset, high * 0.2);
      context.fillStyle = shine;
      context.fill();
    }
    context.globalAlpha = metal === undefined && isOrnate ? 0.62 : 1;
    context.fillStyle = metal === undefined ? ink : "#1c1404";
    context.fillText(text, x + wide / 2, y + high / 2 + type * 0.36, wide - 2 * inset);
    context.globalAlpha = 1;
  });
}
