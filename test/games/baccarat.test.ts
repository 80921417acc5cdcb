import { expect, test } from "vitest";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { points } from "../../src/games/baccarat/rules.ts";
import { SUITS, VALUES } from "../../src/round/cards.ts";
import { cards } from "../hud/outcomes.ts";
import { stubRandom } from "../support/stub-random.ts";

const pointsOf = { A: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 0, J: 0, Q: 0, K: 0 };

test.each(VALUES)("a %s is worth the same in every suit", (value) => {
  expect(SUITS.map((suit) => points({ suit, value }))).toEqual(SUITS.map(() => pointsOf[value]));
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
