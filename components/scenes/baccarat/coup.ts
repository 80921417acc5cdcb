import type { Card } from "../../../src/round/cards.ts";

/** The two hands of a coup, in the order they are dealt. */
export const HANDS = ["player", "banker"] as const;
export type Hand = (typeof HANDS)[number];
/** The cards of a hand, from the middle of the table outwards. The third is not always drawn. */
export const SLOTS = [0, 1, 2] as const;
export type Slot = (typeof SLOTS)[number];

export const cardName = ({ hand, slot }: { hand: Hand; slot: Slot }): `${Hand}${Slot}` =>
  `${hand}${slot}`;

/** The known cards of a coup, with their field names from the protocol. */
export interface Coup {
  round: number;
  player_cards: readonly Card[] | null;
  banker_cards: readonly Card[] | null;
  natural: boolean | null;
}

export function cardsIn(coup: Coup, hand: Hand): readonly Card[] {
  return (hand === "player" ? coup.player_cards : coup.banker_cards) ?? [];
}
