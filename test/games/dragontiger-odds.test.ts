import { beforeAll, expect, test } from "vitest";
import { dragontiger } from "../../src/games/dragontiger/game.ts";
import { cardAt } from "../../src/round/cards.ts";
import {
  chiSquare,
  chiSquareLimit,
  freedomOf,
  independent,
  Tally,
  tallyPairs,
  uniform,
} from "../support/chi-square.ts";
import { dealtRounds } from "../support/dealt-rounds.ts";
import { times } from "../support/effort.ts";
import odds from "./odds.json" with { type: "json" };

const ROUNDS = times(20_000, 200_000);
const ROUNDS_A_DAY = 2880;

const allCards = uniform(
  Array.from({ length: 52 }, (_, index) => cardAt(index).value + cardAt(index).suit),
);

const statistics = [
  { name: "results", tally: new Tally(), odds: odds.dragon_tiger.outcome },
  { name: "results and suited ties", tally: new Tally(), odds: odds.dragon_tiger.outcome_suited },
  { name: "cards of the dragon", tally: new Tally(), odds: allCards },
  { name: "cards of the tiger", tally: new Tally(), odds: allCards },
] as const;

const results: string[] = [];
const dragons: string[] = [];

beforeAll(() => {
  const [outcome, suited, dragonCards, tigerCards] = statistics;
  for (const { dragon, tiger, result } of dealtRounds(dragontiger, ROUNDS)) {
    const tie = dragon.suit === tiger.suit ? "tie_suited" : "tie_offsuit";
    outcome.tally.add(result);
    suited.tally.add(result === "tie" ? tie : result);
    dragonCards.tally.add(dragon.value + dragon.suit);
    tigerCards.tally.add(tiger.value + tiger.suit);
    results.push(result);
    dragons.push(dragon.value + dragon.suit);
  }
}, 600_000);

test.each(statistics)(`of ${ROUNDS} rounds, the $name fall as the odds say`, ({ tally, odds }) => {
  expect(tally.total).toBe(ROUNDS);
  expect(chiSquare(tally, odds)).toBeLessThan(chiSquareLimit(freedomOf(odds)));
});

test.each([
  { name: "the next", lag: 1, skipped: 0 },
  { name: "the next, pairs taken one later", lag: 1, skipped: 1 },
  { name: "the one a day later", lag: ROUNDS_A_DAY, skipped: 0 },
  {
    name: "the one a day later, pairs taken a day later",
    lag: ROUNDS_A_DAY,
    skipped: ROUNDS_A_DAY,
  },
])("a round's result says nothing about $name", ({ lag, skipped }) => {
  const pairs = independent(odds.dragon_tiger.outcome, odds.dragon_tiger.outcome);
  expect(chiSquare(tallyPairs(results, lag, skipped), pairs)).toBeLessThan(
    chiSquareLimit(freedomOf(pairs)),
  );
});
