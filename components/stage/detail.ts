import type { RendererKind } from "./gpu.ts";
import type { Tier } from "./tier.ts";

/*
 * How finely a table is drawn. What happens, and when, is the same on every tier: a slow machine gives up
 * detail, and no frames.
 */

/** Into how many pieces the bend of a lifted card is cut, and what lies in the shade of it. */
export interface PeelPieces {
  readonly bent: number;
  readonly lying: number;
}

/** What is drawn at a tier. */
export interface Detail {
  readonly tier: Tier;
  /** Device pixels for each CSS pixel, at the most. */
  readonly density: number;
  /** How wide the strips of a bent card are, in CSS pixels. */
  readonly stripPx: number;
  /** Into how many pieces a card is cut that is lifted by an edge. */
  readonly peel: PeelPieces;
  /** So many pixels of a hand's length, and of a sleeve's, are worked out at the most. */
  readonly glovePx: number;
  readonly sleevePx: number;
  /** How many times finer than the rest of the table a hand is painted that is seen in close-up. */
  readonly closeUp: number;
  /** How many pixels the ground of a race may have. */
  readonly groundPixels: number;
  /** How many times smaller than it is seen what is out of focus is painted, and whether that is softened. */
  readonly blur: { readonly smaller: number; readonly isSoft: boolean };
  /** Whether the camera leans: a picture that stands upright is drawn in half the time. */
  readonly leans: boolean;
}

const BY_TIER: Readonly<Record<Tier, Omit<Detail, "tier" | "stripPx" | "peel">>> = {
  0: {
    density: 2,
    glovePx: 240,
    sleevePx: 64,
    closeUp: 1.9,
    // 11 MB, which a cheap phone can spare.
    groundPixels: 2_800_000,
    blur: { smaller: 4, isSoft: true },
    leans: true,
  },
  1: {
    density: 1.5,
    glovePx: 160,
    sleevePx: 48,
    closeUp: 1.5,
    groundPixels: 1_800_000,
    blur: { smaller: 5, isSoft: true },
    leans: true,
  },
  2: {
    density: 1,
    glovePx: 96,
    sleevePx: 32,
    closeUp: 1,
    groundPixels: 1_000_000,
    blur: { smaller: 8, isSoft: false },
    leans: false,
  },
};

/** So fine that nothing of a lifted card has steps. */
export const FINE_PEEL: PeelPieces = { bent: 34, lying: 10 };

/** A GPU draws a strip for nothing; on the 2D canvas one that lies askew takes a tenth of a ms. */
const STRIPS: Readonly<Record<RendererKind, Record<Tier, Pick<Detail, "stripPx" | "peel">>>> = {
  webgl: {
    0: { stripPx: 2, peel: FINE_PEEL },
    1: { stripPx: 3, peel: { bent: 24, lying: 7 } },
    2: { stripPx: 6, peel: { bent: 14, lying: 4 } },
  },
  canvas: {
    0: { stripPx: 4, peel: { bent: 24, lying: 7 } },
    1: { stripPx: 6, peel: { bent: 16, lying: 5 } },
    2: { stripPx: 9, peel: { bent: 9, lying: 3 } },
  },
};

/** What is drawn at a tier by a renderer. */
export function detailOf(tier: Tier, renderer: RendererKind): Detail {
  return { tier, ...BY_TIER[tier], ...STRIPS[renderer][tier] };
}
