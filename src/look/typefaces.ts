import { typeface } from "./tokens.ts";

export const TYPEFACE = {
  plain: typeface,
  /** Serif capitals for lettering on the felt; missing characters fall back to `plain`. */
  display: '"Palatino Linotype", Palatino, P052, "Noto Serif", Georgia, serif, system-ui',
  /** Narrow figures, legible when space is tight. */
  index: '"Liberation Sans Narrow", "Arial Narrow", "Helvetica Neue", Arial, sans-serif',
} as const;

/** The typeface for lettering of the given size in CSS pixels; small letters are plain, because fine strokes would vanish. */
export function faceAt(sizePx: number): "plain" | "display" {
  return sizePx < 14 ? "plain" : "display";
}
