import { TYPEFACE } from "../../../../src/look/typefaces.ts";
import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import type { Size } from "../../../stage/scene.ts";
import type { Look } from "../../../stage/theme.ts";

type Context = CanvasRenderingContext2D;

/** Gold, silver and bronze; steel for those who came after. */
const METALS = ["#f0c24a", "#cfd6dc", "#c98a55"] as const;
const STEEL = "#55616b";

/** The metal of a place, from 1. */
export function metalOf(place: number): string {
  return METALS[place - 1] ?? STEEL;
}

/** How far the board behind the places of the rest covers the arrows of the course. */
const COVER = 0.5;

/** A place among the last ones, in its own box, from that one's left top corner. */
export interface FormCell extends Size {
  x: number;
  y: number;
  place: number;
  text: string;
}

/** How much fainter each place is than the one after it. */
const FADES = 0.1;

/**
 * Paints last places, the newest first: the first three on their metal, the rest on a dull board. The newest one has
 * a rim in the `accent`, and those before it fade.
 */
export function paintForm(
  context: Context,
  cells: readonly FormCell[],
  { ink, board, isOrnate }: Look,
  accent: string,
): void {
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  for (const [age, { x, y, width, height, place, text }] of cells.entries()) {
    const clear = isOrnate ? 1 - FADES * age : 1;
    context.globalAlpha = clear;
    const inset = height * 0.08;
    const metal = METALS[place - 1];
    const isFigure = text.length === 1;
    // Whole pixels, so that neighbours share a font: each takes the browser some time to come by.
    const type = Math.round(height * (isFigure ? 0.72 : 0.46));
    context.font = `${metal === undefined && !isFigure ? 600 : 800} ${type}px ${TYPEFACE.plain}`;
    context.beginPath();
    context.roundRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, height * 0.2);
    if (metal === undefined) {
      context.fillStyle = withAlpha(board, COVER);
    } else {
      const shine = context.createLinearGradient(0, y + inset, 0, y + height - inset);
      shine.addColorStop(0, mix(metal, "#ffffff", 0.5));
      shine.addColorStop(0.5, metal);
      shine.addColorStop(1, mix(metal, "#000000", 0.16));
      context.fillStyle = shine;
    }
    context.fill();
    if (age === 0) {
      context.lineWidth = Math.max(1, height * 0.07);
      context.strokeStyle = accent;
      context.stroke();
    }
    // Small figures need all the contrast that there is.
    context.globalAlpha = metal === undefined && isOrnate ? (isFigure ? 0.9 : 0.75) * clear : 1;
    context.fillStyle = metal === undefined ? ink : "#1c1404";
    context.fillText(text, x + width / 2, y + height / 2 + type * 0.36, width - 2 * inset);
    context.globalAlpha = 1;
  }
}
