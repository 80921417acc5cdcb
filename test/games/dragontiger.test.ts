import { expect, test } from "vitest";
import { compareCards, dragontiger } from "../../src/games/dragontiger/game.ts";
import { SHOE_SIZE, SUITS } from "../../src/round/cards.ts";
import type { Card } from "../../src/round/cards.ts";
import { stubRandom } from "../support/stub-random.ts";
import odds from "./odds.json" with { type: "json" };

/** Ace low, king high, written here independently of the code. */
const lowToHigh = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] as const;
const suitPairs = SUITS.flatMap((first) => SUITS.map((second) => [first, second] as const));

const pairs = lowToHigh.flatMap((dragon, high) =>
  lowToHigh.map((tiger, low) => ({
    dragon,
    tiger,
    winner: high > low ? "dragon" : high < low ? "tiger" : "tie",
  })),
);

test.each(pairs)(
  "rank alone determines the winner between dragon $dragon and tiger $tiger",
  ({ dragon, tiger, winner }) => {
    const results = suitPairs.map(([first, second]) =>
      compareCards({ suit: first, value: dragon }, { suit: second, value: tiger }),
    );
    expect(results).toHaveLength(16);
    expect(new Set(results)).toEqual(new Set([winner]));
  },
);

test("all 172,640 ways to draw two cards match the published odds exactly", () => {
  const results: Record<string, number> = {};
  const suited: Record<string, number> = {};
  for (let first = 0; first < SHOE_SIZE; first++) {
    for (let second = 0; second < SHOE_SIZE - 1; second++) {
      const { dragon, tiger, result } = dragontiger.deal(stubRandom([first, second]));
      const named = suitedResult(dragon, tiger, result);
      results[result] = (results[result] ?? 0) + 1;
      suited[named] = (suited[named] ?? 0) + 1;
    }
  }
  expect(results).toEqual(odds.dragon_tiger.outcome);
  expect(suited).toEqual(odds.dragon_tiger.outcome_suited);
});

function suitedResult(dragon: Card, tiger: Card, result: string): string {
  if (result !== "tie") {
    return result;
  }
  return dragon.suit === tiger.suit ? "tie_suited" : "tie_offsuit";
}
