import { typeface } from "./tokens.ts";

/** Typefaces of the machine. */
export const TYPEFACE = {
  plain: typeface,
  /** Drawn capitals, for what is lettered on the cloth; signs that they do not have are plain. */
  display: '"Palatino Linotype", Palatino, P052, "Noto Serif", Georgia, serif, system-ui',
  /** Narrow figures, for what has little room and must be read from afar. */
  index: '"Liberation Sans Narrow", "Arial Narrow", "Helvetica Neue", Arial, sans-serif',
} as const;

/** The face of what is lettered at a size, in CSS pixels: on small letters fine strokes are lost. */
export function faceAt(sizePx: number): "plain" | "display" {
  return sizePx < 14 ? "plain" : "display";
}
