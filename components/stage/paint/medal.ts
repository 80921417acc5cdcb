import type { Size } from "../scene.ts";
import { TYPEFACE } from "../theme.ts";
import type { Look } from "../looks.ts";
import { mix, withAlpha } from "./colour.ts";

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

/** Paints places over a box, latest first, along its longer side: the first three on their metal. */
export function paintForm(
  context: Context,
  { width, height }: Size,
  places: readonly number[],
  { ink, board }: Pick<Look, "ink" | "board">,
): void {
  const upright = height > width;
  const cell = upright ? width : height;
  const inset = cell * 0.07;
  context.font = `800 ${cell * 0.62}px ${TYPEFACE.plain}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  places.forEach((place, i) => {
    const [x, y] = upright ? [0, height - (i + 1) * cell] : [i * cell, 0];
    const metal = METALS[place - 1];
    context.globalAlpha = 1 - 0.09 * i;
    context.beginPath();
    context.roundRect(x + inset, y + inset, cell - 2 * inset, cell - 2 * inset, cell * 0.2);
    context.fillStyle = metal ?? withAlpha(board, 0.5);
    context.fill();
    context.fillStyle = metal === undefined ? ink : "#1c1404";
    context.fillText(String(place), x + cell / 2, y + cell * 0.72);
  });
  context.globalAlpha = 1;
}
