import type { Card } from "../../round/cards.ts";
import type { NamedOutcomes } from "../contract.ts";
import { isPair } from "./rules.ts";
import type { BaccaratOutcome } from "./rules.ts";

const isPerfect = (cards: readonly Card[]) => isPair(cards) && cards[0]?.suit === cards[1]?.suit;

export const namedOutcomes: NamedOutcomes<BaccaratOutcome> = {
  natural: ({ natural }) => natural,
  "player-pair": ({ player_cards }) => isPair(player_cards),
  "banker-pair": ({ banker_cards }) => isPair(banker_cards),
  "either-pair": ({ player_cards, banker_cards }) => isPair(player_cards) || isPair(banker_cards),
  "perfect-pair": ({ player_cards, banker_cards }) =>
    isPerfect(player_cards) || isPerfect(banker_cards),
  "super-six": ({ result, banker_total }) => result === "banker" && banker_total === 6,
  "six-cards": ({ player_cards, banker_cards }) => player_cards.length + banker_cards.length === 6,
};
