import { TYPEFACE } from "../../../../src/look/typefaces.ts";
import { mix, withAlpha } from "../../../stage/paint/colour.ts";
import { polish } from "../../../stage/paint/light.ts";
import type { Size } from "../../../stage/scene.ts";
import type { Look } from "../../../stage/theme.ts";
import { metalOf } from "./medal.ts";

type Context = CanvasRenderingContext2D;

/** A place on the podium. */
export type Step = 1 | 2 | 3;

export const PLACES = [1, 2, 3] as const;

/**
 * Middles and widths of the blocks in steps, their heights in podiums, how large their balls are, and which height
 * those clear on their way: the first leaps over the third.
 */
export const BLOCKS = {
  1: { across: 0, wide: 1.2, up: 1, size: 1, clears: 1 },
  2: { across: -1.07, wide: 0.94, up: 0.8, size: 0.84, clears: 1 },
  3: { across: 1.07, wide: 0.94, up: 0.66, size: 0.84, clears: 0.66 },
} as const;

/** How far the floor reaches behind the blocks, in steps. */
export const BEHIND = 0.17;

/** How deep the top face of a block is seen, in steps. */
const LIP = 0.13;

/** The room that a name takes at the foot of a block, in heights of its type: signs of Hangul and Han fill it. */
const NAME_ROOM = 1.62;

/**
 * The height of the type of the number on a block, in CSS pixels, and its middle from the upper edge of the
 * block: above a name of type `namePx` high, or on all of the plate if that is 0.
 */
export function numberOn(
  height: number,
  step: number,
  namePx: number,
): { typePx: number; middle: number } {
  const lip = step * LIP;
  const top = lip * 1.3;
  const foot = height - (namePx > 0 ? namePx * NAME_ROOM : lip * 0.3);
  // Figures are 0.72 of their type high.
  const typePx =
    namePx > 0
      ? Math.min(((foot - top) * 0.84) / 0.72, lip * 2.6)
      : Math.min(height - lip * 1.7, lip * 3.4);
  return { typePx, middle: (top + foot) / 2 };
}

/**
 * Paints a block of a podium over a box, cast in the metal of its place, its number on a plate sunk into the
 * front, above the room for a name of type `namePx` high.
 */
export function paintBlock(
  context: Context,
  { width, height }: Size,
  { place, step, dark, namePx }: { place: Step; step: number; dark: boolean; namePx: number },
): void {
  const lip = step * LIP;
  const metal = metalOf(place);
  const across = (edge: string, middle: string) => {
    const light = context.createLinearGradient(0, 0, width, 0);
    light.addColorStop(0, edge);
    light.addColorStop(0.42, middle);
    light.addColorStop(1, edge);
    return light;
  };
  context.fillStyle = across(mix(metal, "#34424c", 0.5), mix(metal, "#ffffff", 0.45));
  context.beginPath();
  context.moveTo(0, lip);
  context.lineTo(lip * 0.55, 0);
  context.lineTo(width - lip * 0.55, 0);
  context.lineTo(width, lip);
  context.fill();
  const front = context.createLinearGradient(0, lip, width * 0.7, height);
  polish(front, metal);
  context.fillStyle = front;
  context.fillRect(0, lip, width, height - lip);
  // The plate is in shade at its upper edge, and throws the lamp back in its middle.
  const rim = lip * 0.3;
  const deep = mix(metal, dark ? "#080602" : "#ffffff", dark ? 0.78 : 0.62);
  context.fillStyle = across(deep, mix(metal, dark ? "#080602" : "#ffffff", dark ? 0.58 : 0.42));
  context.fillRect(rim, lip + rim, width - 2 * rim, height - lip - 2 * rim);
  context.fillStyle = "#00000066";
  context.fillRect(rim, lip + rim, width - 2 * rim, Math.max(1, rim * 0.4));
  context.fillStyle = withAlpha("#ffffff", 0.4);
  context.fillRect(rim, height - rim, width - 2 * rim, 1);
  const { typePx, middle } = numberOn(height, step, namePx);
  const y = middle + typePx * 0.36;
  context.font = `800 ${typePx}px ${TYPEFACE.plain}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillStyle = dark ? "#000000b0" : "#ffffff99";
  context.fillText(String(place), width / 2, y + 1.5);
  context.fillStyle = dark ? mix(metal, "#ffffff", 0.35) : mix(metal, "#000000", 0.6);
  context.fillText(String(place), width / 2, y);
}

/**
 * Paints the polished floor of a stage over a box: an edge in the light, and the blocks upside down in it,
 * whose middle is at `x`, in steps so wide, in CSS pixels.
 */
export function paintFloor(
  context: Context,
  { width, height }: Size,
  { look, accent }: { look: Look; accent: string },
  x: number,
  step: number,
): void {
  const behind = step * BEHIND;
  const ground = context.createLinearGradient(0, 0, 0, height);
  const lit = mix(look.stone, look.addsLight ? accent : look.shade, look.addsLight ? 0.2 : 0.24);
  ground.addColorStop(0, lit);
  ground.addColorStop(0.75, look.stone);
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  // The lamp in the polish, widest under the podium; the edge shines where that is.
  const fade = (colour: string) => {
    const light = context.createLinearGradient(0, 0, width, 0);
    light.addColorStop(0, withAlpha(colour, 0.1));
    light.addColorStop(0.5, withAlpha(colour, 0.95));
    light.addColorStop(1, withAlpha(colour, 0.1));
    return light;
  };
  context.fillStyle = fade(mix(accent, "#ffffff", 0.25));
  context.fillRect(0, 0, width, 1.5);
  const shadow = withAlpha(look.shade, 0.7);
  for (const place of PLACES) {
    const wide = step * BLOCKS[place].wide;
    const left = x + BLOCKS[place].across * step - wide / 2;
    context.fillStyle = shadow;
    context.fillRect(left - 3, behind - 2, wide + 6, 5);
    const mirrored = context.createLinearGradient(0, behind, 0, behind + wide * 0.34);
    mirrored.addColorStop(0, withAlpha(metalOf(place), 0.5));
    mirrored.addColorStop(1, withAlpha(metalOf(place), 0));
    context.fillStyle = mirrored;
    context.fillRect(left, behind + 2, wide, wide * 0.34);
  }
}
