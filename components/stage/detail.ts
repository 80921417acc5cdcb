import type { RendererKind } from "./gpu.ts";

/*
 * How finely a table is drawn: one choice when its renderer starts, and again when the page is zoomed or moves to
 * another screen. What happens, and when, is the same.
 */

/** Into how many pieces the bend of a lifted card is cut, and what lies in the shade of it. */
export interface PeelPieces {
  readonly bent: number;
  readonly lying: number;
}

export interface Detail {
  /** How wide the strips of a bent card are, in CSS pixels. */
  readonly stripPx: number;
  /** Into how many pieces a card is cut that is lifted by an edge. */
  readonly peel: PeelPieces;
  /** A hand's length, and a sleeve's, are computed with this many pixels at the most. */
  readonly glovePx: number;
  readonly sleevePx: number;
  /** How many times finer than the rest of the table a hand is painted that is seen in close-up. */
  readonly closeUp: number;
  /** How many pixels the ground of a race may have. */
  readonly groundPixels: number;
  /** How many times smaller than it is seen what is out of focus is painted. */
  readonly blurredSmaller: number;
  /** How many embers and falling suits there are, as a share of all. */
  readonly particles: number;
}

/** So fine that nothing of a lifted card has steps. */
export const FINE_PEEL: PeelPieces = { bent: 34, lying: 10 };

const FINE: Detail = {
  stripPx: 2,
  peel: FINE_PEEL,
  glovePx: 240,
  sleevePx: 64,
  closeUp: 1.9,
  // 11 MB, which a cheap phone can spare.
  groundPixels: 2_800_000,
  blurredSmaller: 4,
  particles: 1,
};

/** The processor draws each pixel, and a strip that lies askew takes a tenth of a ms. */
const PLAIN: Detail = {
  stripPx: 6,
  peel: { bent: 16, lying: 5 },
  glovePx: 160,
  sleevePx: 48,
  closeUp: 1.5,
  groundPixels: 1_800_000,
  blurredSmaller: 5,
  particles: 0.5,
};

/** What is drawn by a renderer on a screen with this many device pixels for each CSS pixel. */
export function detailOf(renderer: RendererKind, pixelRatio: number): Detail {
  if (renderer === "webgl") {
    return FINE;
  }
  return pixelRatio > 1 ? PLAIN : { ...FINE, stripPx: 4, peel: { bent: 24, lying: 7 } };
}
