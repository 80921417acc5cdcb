import { beforeAll, expect, test } from "vitest";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { cardAt } from "../../src/round/cards.ts";
import type { Card } from "../../src/round/cards.ts";
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

/** Coups by result, number of cards and totals, with keys like `banker 5 4-7`. */
const coups = new Tally();
const firstCards = new Tally();
const secondCards = new Tally();

const results: string[] = [];
const shoeStarts: string[] = [];

beforeAll(() => {
  for (const coup of dealtRounds(baccarat, ROUNDS)) {
    const { player_cards, banker_cards, player_total, banker_total, result } = coup;
    const count = player_cards.length + banker_cards.length;
    const first = nameOf(player_cards[0]);
    coups.add(`${result} ${count} ${player_total}-${banker_total}`);
    firstCards.add(first);
    secondCards.add(nameOf(banker_cards[0]));
    results.push(result);
    shoeStarts.push(first);
  }
}, 600_000);

function nameOf(card: Card | undefined): string {
  return `${card?.value}${card?.suit}`;
}

/** One word of a coup's key. */
function word(place: 0 | 1 | 2): (coup: string) => string {
  return (coup) => coup.split(" ")[place] as string;
}

test.each([
  { name: "results", groupOf: word(0), odds: odds.baccarat.outcome },
  {
    name: "results by the number of cards",
    groupOf: (coup: string) => `${word(0)(coup)}_${word(1)(coup)}`,
    odds: odds.baccarat.outcome_by_cards,
  },
  { name: "numbers of cards", groupOf: word(1), odds: odds.baccarat.cards },
  {
    name: "totals of the player",
    groupOf: (coup: string) => word(2)(coup).charAt(0),
    odds: odds.baccarat.player_final_total,
  },
  {
    name: "totals of the banker",
    groupOf: (coup: string) => word(2)(coup).charAt(2),
    odds: odds.baccarat.banker_final_total,
  },
  { name: "pairs of totals", groupOf: word(2), odds: odds.baccarat.joint_final_totals },
])(`of ${ROUNDS} coups, the $name fall as the odds say`, ({ groupOf, odds }) => {
  expect(coups.total).toBe(ROUNDS);
  expect(chiSquare(coups.groupedBy(groupOf), odds)).toBeLessThan(chiSquareLimit(freedomOf(odds)));
});

test.each([
  { place: "first", tally: firstCards },
  { place: "second", tally: secondCards },
])(`of ${ROUNDS} shoes, the $place card is each of the 52 equally often`, ({ tally }) => {
  expect(tally.total).toBe(ROUNDS);
  expect(chiSquare(tally, allCards)).toBeLessThan(chiSquareLimit(51));
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
])("a coup's result says nothing about $name", ({ lag, skipped }) => {
  const pairs = independent(odds.baccarat.outcome, odds.baccarat.outcome);
  expect(chiSquare(tallyPairs(results, lag, skipped), pairs)).toBeLessThan(
    chiSquareLimit(freedomOf(pairs)),
  );
});
