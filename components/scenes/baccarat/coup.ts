import type { Card } from "../../../src/round/cards.ts";

/** The two hands of a coup, in the order they are dealt. */
export const HANDS = ["player", "banker"] as const;
export type Hand = (typeof HANDS)[number];
/** The cards of a hand, from the middle of the table outwards; the third may never be drawn. */
export const SLOTS = [0, 1, 2] as const;
export type Slot = (typeof SLOTS)[number];

/** What a card is called by its place. */
export const cardName = ({ hand, slot }: { hand: Hand; slot: Slot }): string => `${hand}${slot}`;

/** The cards of a coup so far as they are known, in the names they have on the wire. */
export interface Coup {
  round: number;
  player_cards: readonly Card[] | null;
  banker_cards: readonly Card[] | null;
  natural: boolean | null;
}

/** The cards of one hand. */
export function cardsOf(coup: Coup, hand: Hand): readonly Card[] {
  return (hand === "player" ? coup.player_cards : coup.banker_cards) ?? [];
}

/** Whether the first two cards of a hand are of one value. */
export function isPair(cards: readonly Card[]): boolean {
  return cards.length > 1 && cards[0]?.value === cards[1]?.value;
}

/** What makes a coup worth watching: a natural and a tie are known only once all cards lie open. */
export type CoupDrama = "natural" | "thirds" | "plain";

export function dramaOf(coup: Coup): CoupDrama {
  if (coup.natural) {
    return "natural";
  }
  return HANDS.some((hand) => cardsOf(coup, hand).length > 2) ? "thirds" : "plain";
}
