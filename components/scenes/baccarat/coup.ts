import type { Card } from "../../../src/round/cards.ts";

/** The two hands of a coup, in the order they are dealt. */
export const HANDS = ["player", "banker"] as const;
export type Hand = (typeof HANDS)[number];
/** The cards of a hand, from the middle of the table outwards; the third may never be drawn. */
export const SLOTS = [0, 1, 2] as const;
export type Slot = (typeof SLOTS)[number];

/** What a card is called by its place. */
export const cardName = ({ hand, slot }: { hand: Hand; slot: Slot }): `${Hand}${Slot}` =>
  `${hand}${slot}`;

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
