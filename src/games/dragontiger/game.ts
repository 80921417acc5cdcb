import { drawCards, VALUES } from "../../round/cards.ts";
import type { Card } from "../../round/cards.ts";
import { ROADS } from "../../round/mark.ts";
import { isConfirmed } from "../../round/phases.ts";
import type { Game } from "../contract.ts";
import { HALF_MINUTE } from "../timing.ts";

/** A round of Dragon Tiger, fields as on the wire. */
export interface DragonTigerOutcome {
  /** The dragon's card. */
  dragon: Card;
  /** The tiger's card. */
  tiger: Card;
  /** The winner. */
  result: "dragon" | "tiger" | "tie";
}

/** The higher card wins; ace is low, king high, and suits never break a tie. */
export function compareCards(dragon: Card, tiger: Card): DragonTigerOutcome["result"] {
  const lead = VALUES.indexOf(dragon.value) - VALUES.indexOf(tiger.value);
  if (lead === 0) {
    return "tie";
  }
  return lead > 0 ? "dragon" : "tiger";
}

export const COLOURS = { dragon: "red", tiger: "blue", tie: "green" } as const;

/** Dragon Tiger: one card each from a fresh eight-deck shoe, dragon first. */
export const dragontiger: Game<DragonTigerOutcome, "dragontiger"> = {
  slug: "dragontiger",
  code: 1,
  eventType: "dragontiger_phase",
  ...HALF_MINUTE,
  sides: [
    { id: "dragon", letter: "D", colour: COLOURS.dragon },
    { id: "tiger", letter: "T", colour: COLOURS.tiger },
    { id: "tie", letter: "=", colour: COLOURS.tie },
  ],
  roads: ROADS,
  hasPlaces: false,
  hasPairs: false,
  winner: (outcome) => outcome.result,
  mark: ({ dragon, tiger, result }) => ({
    colour: COLOURS[result],
    pairs: [],
    ...(result === "tie" && dragon.suit === tiger.suit && { suited: true }),
  }),
  summary: ({ dragon, tiger }) => ({
    hands: [
      { side: "dragon", cards: [dragon], total: null },
      { side: "tiger", cards: [tiger], total: null },
    ],
  }),
  // Counted over the 416 x 415 ordered pairs of cards.
  odds: [
    { id: "dragon", chance: 79_872 / 172_640 },
    { id: "tiger", chance: 79_872 / 172_640 },
    { id: "tie", chance: 12_896 / 172_640 },
    { id: "suited-tie", chance: 2_912 / 172_640 },
  ],
  deal(random) {
    const [dragon, tiger] = drawCards(random, 2) as [Card, Card];
    return { dragon, tiger, result: compareCards(dragon, tiger) };
  },
  historyFields: ({ dragon, tiger, result }) => ({ dragon, tiger, result }),
  publicFields: (outcome, phase) => ({
    dragon: outcome?.dragon ?? null,
    tiger: outcome?.tiger ?? null,
    result: isConfirmed(phase) ? (outcome?.result ?? null) : null,
  }),
};
