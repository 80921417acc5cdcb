import type { Still } from "../contract.ts";
import { felt } from "./felt.ts";
import type { DragonTigerOutcome } from "./game.ts";
import master from "./plates/master.json" with { type: "json" };

export const still: Still<DragonTigerOutcome> = {
  focus: felt.focus,
  matrix: master.matrix,
  band: felt.band,
  cards: ({ dragon, tiger }) => [
    { place: felt.places.dragon, card: dragon },
    { place: felt.places.tiger, card: tiger },
  ],
};
