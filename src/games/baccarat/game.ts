import { drawCards } from "../../round/cards.ts";
import { ROADS } from "../../round/mark.ts";
import { isConfirmed } from "../../round/phases.ts";
import type { Game } from "../contract.ts";
import { HALF_MINUTE } from "../timing.ts";
import { isPair, playCoup } from "./rules.ts";
import type { BaccaratOutcome } from "./rules.ts";

/** Cards drawn from the shoe for every coup, whether dealt or not, so that draws never depend on rules. */
const DRAWN = 6;

export const COLOURS = { player: "blue", banker: "red", tie: "green" } as const;

/** Baccarat: punto banco with the full third-card tableau, each coup from a fresh eight-deck shoe. */
export const baccarat: Game<BaccaratOutcome, "baccarat"> = {
  slug: "baccarat",
  code: 2,
  eventType: "baccarat_phase",
  ...HALF_MINUTE,
  sides: [
    { id: "player", letter: "P", colour: COLOURS.player },
    { id: "banker", letter: "B", colour: COLOURS.banker },
    { id: "tie", letter: "=", colour: COLOURS.tie },
  ],
  roads: ROADS,
  hasPlaces: false,
  hasPairs: true,
  winner: (outcome) => outcome.result,
  mark: (outcome) => ({
    colour: COLOURS[outcome.result],
    pairs: [
      ...(isPair(outcome.player_cards) ? [COLOURS.player] : []),
      ...(isPair(outcome.banker_cards) ? [COLOURS.banker] : []),
    ],
  }),
  summary: (outcome) => ({
    hands: [
      { side: "player", cards: outcome.player_cards, total: outcome.player_total },
      { side: "banker", cards: outcome.banker_cards, total: outcome.banker_total },
    ],
  }),
  // Counted over all ordered draws of six cards from eight decks; for pairs, over the 415 possible second cards.
  odds: [
    { id: "banker", chance: 0.458597422633 },
    { id: "player", chance: 0.446246609344 },
    { id: "tie", chance: 0.095155968024 },
    { id: "natural", chance: 0.343049097332 },
    { id: "player-pair", chance: 31 / 415 },
    { id: "banker-pair", chance: 31 / 415 },
  ],
  deal: (random) => playCoup(drawCards(random, DRAWN)),
  historyFields: (outcome) => ({
    player_cards: outcome.player_cards,
    banker_cards: outcome.banker_cards,
    player_total: outcome.player_total,
    banker_total: outcome.banker_total,
    natural: outcome.natural,
    result: outcome.result,
  }),
  publicFields: (outcome, phase) => ({
    player_cards: outcome?.player_cards ?? null,
    banker_cards: outcome?.banker_cards ?? null,
    player_total: outcome?.player_total ?? null,
    banker_total: outcome?.banker_total ?? null,
    natural: outcome?.natural ?? null,
    result: isConfirmed(phase) ? (outcome?.result ?? null) : null,
  }),
};
