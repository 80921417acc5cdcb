import { isConfirmed } from "../../round/phases.ts";
import type { Still } from "../contract.ts";
import { felt } from "./felt.ts";
import master from "./plates/master.json" with { type: "json" };
import type { BaccaratOutcome } from "./rules.ts";

const HANDS = ["player", "banker"] as const;

/** Time from the start of the deal until the first cards are on the table, in ms. */
export const DEALT_MS = 1_820;

export const still: Still<BaccaratOutcome> = {
  focus: felt.focus,
  matrix: master.matrix,
  band: felt.band,
  dealtMs: DEALT_MS,
  cards: (state) =>
    HANDS.flatMap((hand) => {
      // The number of cards is public only once they are revealed; until then, the picture has two.
      const cards = isConfirmed(state.phase) ? state[`${hand}_cards`] : null;
      return (cards ?? [null, null]).map((card, slot) => ({
        place: felt.places[`${hand}${slot as 0 | 1 | 2}`],
        card,
      }));
    }),
};
