import { Rectangle, Texture } from "pixi.js";
import type { Pictures } from "../pixi/pictures.ts";

/** Chips as the studio has cut them out, side by side. */
export const CHIPS_URL = new URL("../studio/pack/chips.avif", import.meta.url).href;

const COLOURS = ["red", "blue", "green", "black", "violet", "cream"] as const;
export type ChipColour = (typeof COLOURS)[number];

/** How much of its part of the picture a chip takes. */
export const CHIP_SHARE = 0.9;

/** A chip out of the picture of all of them; null until that has come. */
export function chipTexture(pictures: Pictures, colour: ChipColour): Texture | null {
  const all = pictures.get(CHIPS_URL);
  if (all === null) {
    return null;
  }
  const width = all.width / COLOURS.length;
  const frame = new Rectangle(COLOURS.indexOf(colour) * width, 0, width, all.height);
  return new Texture({ source: all.source, frame });
}
