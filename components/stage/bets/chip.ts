import { Rectangle, Texture } from "pixi.js";
import type { Pictures } from "../pixi/pictures.ts";

/** The picture of all chips, side by side, rendered by the studio. */
export const CHIPS_URL = new URL("../studio/pack/chips.avif", import.meta.url).href;

const COLOURS = ["red", "blue", "green", "black", "violet", "cream"] as const;
export type ChipColour = (typeof COLOURS)[number];

/** Width of a chip relative to its part of the picture. */
export const CHIP_SHARE = 0.9;

/** The texture of a chip; null until the picture is loaded. */
export function chipTexture(pictures: Pictures, colour: ChipColour): Texture | null {
  const all = pictures.get(CHIPS_URL);
  if (all === null) {
    return null;
  }
  const width = all.width / COLOURS.length;
  const frame = new Rectangle(COLOURS.indexOf(colour) * width, 0, width, all.height);
  return new Texture({ source: all.source, frame });
}
