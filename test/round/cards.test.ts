import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cardAt, drawCards, SHOE_SIZE, SUITS, VALUES } from "../../src/round/cards.ts";
import type { Card } from "../../src/round/cards.ts";
import { randomFromWords } from "../../src/round/random.ts";
import { stubRandom } from "../support/stub-random.ts";
const count = fc.integer({ min: 0, max: SHOE_SIZE });

const nameOf = (card: Card) => card.value + card.suit;

function tally(cards: readonly Card[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const card of cards) {
    counts.set(nameOf(card), (counts.get(nameOf(card)) ?? 0) + 1);
  }
  return counts;
}

/** The textbook shuffle of a whole shoe, which the sparse one must equal. */
function drawFromArray(below: (limit: number) => number, wanted: number): Card[] {
  const shoe = Array.from({ length: 416 }, (_, index) => cardAt(index));
  for (let i = 0; i < wanted; i++) {
    const j = i + below(416 - i);
    [shoe[i], shoe[j]] = [shoe[j] as Card, shoe[i] as Card];
  }
  return shoe.slice(0, wanted);
}

describe("the unshuffled shoe", () => {
  const shoe = Array.from({ length: SHOE_SIZE }, (_, index) => cardAt(index));

  test("the shoe has every card eight times", () => {
    expect(SHOE_SIZE).toBe(416);
    const counts = tally(shoe);
    expect(counts.size).toBe(52);
    expect(new Set(counts.values())).toEqual(new Set([8]));
  });

  test("the shoe is eight decks, each ace to king in spades, hearts, diamonds, clubs", () => {
    const deck = SUITS.flatMap((suit) => VALUES.map((value) => ({ suit, value })));
    expect(shoe).toEqual(Array.from({ length: 8 }, () => deck).flat());
    expect(SUITS).toEqual(["S", "H", "D", "C"]);
    expect(VALUES.join(" ")).toBe("A 2 3 4 5 6 7 8 9 10 J Q K");
  });
});

describe("a draw", () => {
  test("a draw equals the textbook shuffle of a whole shoe by the same words", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffffffff })), count, (start, wanted) => {
        // Given words first, so that fast-check can make them collide; a plain sequence afterwards.
        const source = () => {
          let asked = 0;
          return () => start[asked++] ?? Math.imul(asked, 2_654_435_761) >>> 0;
        };
        const { below } = randomFromWords(source());
        expect(drawCards(randomFromWords(source()), wanted)).toEqual(drawFromArray(below, wanted));
      }),
    );
  });

  test("a draw begins with the same cards however many follow", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(410), { minLength: 6, maxLength: 6 }),
        fc.nat(6),
        (draws, few) => {
          expect(drawCards(stubRandom(draws), few)).toEqual(
            drawCards(stubRandom(draws), 6).slice(0, few),
          );
        },
      ),
    );
  });

  // The place of a drawn card is taken by the card it was swapped with.
  test.each([
    { draws: [0, 0, 0], places: [0, 1, 2] },
    { draws: [415, 414, 413], places: [415, 0, 1] },
    { draws: [1, 0, 0], places: [1, 0, 2] },
    { draws: [2, 1, 0], places: [2, 0, 1] },
    { draws: [52, 51, 50], places: [52, 0, 1] },
    { draws: [100, 99, 0], places: [100, 0, 2] },
  ])("a draw of $draws takes the places $places", ({ draws, places }) => {
    expect(drawCards(stubRandom(draws), draws.length)).toEqual(places.map(cardAt));
  });
});
