import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { playCoup, points } from "../../src/games/baccarat/rules.ts";
import { SUITS, VALUES } from "../../src/round/cards.ts";
import type { Card } from "../../src/round/cards.ts";
import { stubRandom } from "../support/stub-random.ts";

const card: fc.Arbitrary<Card> = fc.record({
  suit: fc.constantFrom(...SUITS),
  value: fc.constantFrom(...VALUES),
});
const sixCards = fc.tuple(card, card, card, card, card, card);

/** Parses cards from text such as `KS 9H`. */
function cards(text: string): Card[] {
  return text.split(" ").map((name) => {
    const found = SUITS.flatMap((suit) => VALUES.map((value) => ({ suit, value }))).find(
      ({ suit, value }) => value + suit === name,
    );
    if (found === undefined) {
      throw new RangeError(`There is no card ${name}.`);
    }
    return found;
  });
}

const pointsOf = { A: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 0, J: 0, Q: 0, K: 0 };

test.each(VALUES)("a card of %s has its points in every suit", (value) => {
  expect(SUITS.map((suit) => points({ suit, value }))).toEqual(SUITS.map(() => pointsOf[value]));
});

describe("a coup of any cards", () => {
  test("the higher total wins a coup", () => {
    fc.assert(
      fc.property(sixCards, (shoe) => {
        const { player_cards, banker_cards, player_total, banker_total, result } = playCoup(shoe);
        const count = (hand: Card[]) =>
          hand.reduce((sum, { value }) => sum + pointsOf[value], 0) % 10;
        expect([player_total, banker_total]).toEqual([count(player_cards), count(banker_cards)]);
        expect(result === "player").toBe(player_total > banker_total);
        expect(result === "banker").toBe(player_total < banker_total);
        expect(result === "tie").toBe(player_total === banker_total);
      }),
    );
  });
});

test("a round draws six cards from the shoe, even if it deals only four", () => {
  // Positions 8, 9, 10 and 3 of the shoe: a natural nine for the player.
  const random = stubRandom([8, 8, 8, 0, 0, 0]);
  expect(baccarat.deal(random)).toMatchObject({
    player_cards: cards("9S JS"),
    banker_cards: cards("10S 4S"),
  });
  expect(random.limits).toEqual([416, 415, 414, 413, 412, 411]);
});
