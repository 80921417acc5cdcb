import { LAST_SECONDS } from "../../src/round/phases.ts";

/*
 * Times that all card tables share; each game's own are in its scene's `times.ts`. Sliding objects ease out, objects
 * moved by a hand ease in and out, and swept objects ease in (`easing.ts`).
 */

/** Lengths of the light's changes, in ms. */
export const TABLE_MS = {
  /** The last seconds of betting, in which the light narrows. */
  last: LAST_SECONDS * 1_000,
  /** The return to normal light, which ends before the first card is turned. */
  relax: 900,
} as const;

/** How long the winner's light takes to rise and to fall, in ms. */
export const RESULT_LIGHT_MS = { rise: 600, fall: 400 } as const;

/** When the cards are swept in the `waiting` phase, in ms; the shortest such phase is 2 s. */
export const SWEEP_MS = { fromMs: 400, toMs: 1_240 } as const;
