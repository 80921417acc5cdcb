import { LAST_SECONDS } from "../../src/look/tokens.ts";

/*
 * How long what every table of cards does takes. What one game does is in the `times.ts` of its scene. What slides
 * eases out, what a hand moves eases both ways, what is swept eases in (`tracks.ts`).
 */

/** Lengths of what every table does, in ms from the start of its phase. */
export const TABLE_MS = {
  /** The last seconds of betting, in which the light of the table tenses. */
  last: LAST_SECONDS * 1_000,
  /** That is over before the first card is turned. */
  relax: 900,
} as const;

/** The winner's light, in ms. */
export const RESULT_MS = { light: 600 } as const;

/** When the cards are swept in one stroke in phase `waiting`: the shortest is 2 s. */
export const SWEEP_MS = { fromMs: 400, toMs: 1_240 } as const;
