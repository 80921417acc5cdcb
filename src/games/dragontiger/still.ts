import type { Still } from "../contract.ts";
import { felt } from "./felt.ts";
import type { DragonTigerOutcome } from "./game.ts";
import master from "./plates/master.json" with { type: "json" };

/** Time from the start of the deal until the first cards are on the table, in ms. */
export const DEALT_MS = 1_800;

export const still: Still<DragonTigerOutcome> = {
  focus: felt.focus,
  matrix: master.matrix,
  band: felt.band,
  dealtMs: DEALT_MS,
  cards: ({ dragon, tiger }) => [
    { place: felt.places.dragon, card: dragon },
    { place: felt.places.tiger, card: tiger },
  ],
};
