import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cardAt, drawCards, SHOE_SIZE, SUITS, VALUES } from "../../src/round/cards.ts";
import type { Card } from "../../src/round/cards.ts";
import { randomFromWords } from "../../src/round/random.ts";
const count = fc.integer({ min: 0, max: SHOE_SIZE });

/** The textbook shuffle of a whole shoe, which the sparse shuffle must match. */
function drawFromArray(below: (limit: number) => number, wanted: number): Card[] {
  const shoe = Array.from({ length: 416 }, (_, index) => cardAt(index));
  for (let i = 0; i < wanted; i++) {
    const j = i + below(416 - i);
    [shoe[i], shoe[j]] = [shoe[j] as Card, shoe[i] as Card];
  }
  return shoe.slice(0, wanted);
}

describe("a shoe before it is shuffled", () => {
  const shoe = Array.from({ length: SHOE_SIZE }, (_, index) => cardAt(index));

  test("the shoe has eight decks, each from ace to king in spades, hearts, diamonds and clubs", () => {
    const deck = SUITS.flatMap((suit) => VALUES.map((value) => ({ suit, value })));
    expect(shoe).toEqual(Array.from({ length: 8 }, () => deck).flat());
    expect(SUITS).toEqual(["S", "H", "D", "C"]);
    expect(VALUES.join(" ")).toBe("A 2 3 4 5 6 7 8 9 10 J Q K");
  });
});

test("a draw matches a textbook shuffle of a whole shoe with the same random words", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffffffff })), count, (start, wanted) => {
      // The given words first, so that fast-check can make them collide, and then a plain sequence.
      const source = () => {
        let asked = 0;
        return () => start[asked++] ?? Math.imul(asked, 2_654_435_761) >>> 0;
      };
      const { below } = randomFromWords(source());
      expect(drawCards(randomFromWords(source()), wanted)).toEqual(drawFromArray(below, wanted));
    }),
  );
});
