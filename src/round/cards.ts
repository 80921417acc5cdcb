import type { Random } from "./random.ts";

/** Suits in the order of the derivation (`tbs/1`): spade, heart, diamond, club. */
export const SUITS = ["S", "H", "D", "C"] as const;
export type Suit = (typeof SUITS)[number];

/** Card values in the order of the derivation, ace low. */
export const VALUES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] as const;
export type CardValue = (typeof VALUES)[number];

/** A playing card, as on the wire. */
export interface Card {
  /** Spade, heart, diamond or club. */
  suit: Suit;
  value: CardValue;
}

const DECK_SIZE = SUITS.length * VALUES.length;
export const SHOE_SIZE = 8 * DECK_SIZE;

/** The card at an index of the unshuffled shoe, 0 to 415. */
export function cardAt(index: number): Card {
  const inDeck = index % DECK_SIZE;
  const suit = SUITS[Math.floor(inDeck / VALUES.length)];
  const value = VALUES[inDeck % VALUES.length];
  if (suit === undefined || value === undefined) {
    throw new RangeError(`There is no card ${index} in a shoe.`);
  }
  return { suit, value };
}

/**
 * The first `count` cards of a freshly shuffled eight-deck shoe, in dealing order.
 *
 * A partial Fisher-Yates shuffle. The shoe is a sparse map, because few of its places change.
 */
export function drawCards(random: Random, count: number): Card[] {
  const moved = new Map<number, number>();
  const cards: Card[] = [];
  for (let i = 0; i < count; i++) {
    const j = i + random.below(SHOE_SIZE - i);
    cards.push(cardAt(moved.get(j) ?? j));
    moved.set(j, moved.get(i) ?? i);
  }
  return cards;
}

/** Parses cards such as "10H QS". Throws a `RangeError` for an unknown card. */
export function parseCards(text: string): Card[] {
  return text.split(" ").map((short) => {
    const value = VALUES.find((known) => known === short.slice(0, -1));
    const suit = SUITS.find((known) => known === short.at(-1));
    if (value === undefined || suit === undefined) {
      throw new RangeError(`${short} is not a card.`);
    }
    return { suit, value };
  });
}
