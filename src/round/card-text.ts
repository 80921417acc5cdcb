import { SUITS, VALUES } from "./cards.ts";
import type { Card } from "./cards.ts";

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
