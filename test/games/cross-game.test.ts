import { beforeAll, expect, test } from "vitest";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { bigsixball, TEAMS } from "../../src/games/bigsixball/game.ts";
import { dragontiger } from "../../src/games/dragontiger/game.ts";
import type { Card } from "../../src/round/cards.ts";
import {
  chiSquare,
  chiSquareLimit,
  freedomOf,
  independent,
  Tally,
  uniform,
} from "../support/chi-square.ts";
import { dealtRounds } from "../support/dealt-rounds.ts";
import { times } from "../support/effort.ts";
import odds from "./odds.json" with { type: "json" };

const ROUNDS = times(10_000, 100_000);

const tiger = odds.dragon_tiger.outcome;
const coup = odds.baccarat.outcome;
const race = uniform(TEAMS);
const sameCard = { same: 1, other: 51 };

const statistics = [
  { a: "Dragon Tiger", b: "Baccarat", tally: new Tally(), odds: independent(tiger, coup) },
  { a: "Dragon Tiger", b: "Big Six Ball", tally: new Tally(), odds: independent(tiger, race) },
  { a: "Baccarat", b: "Big Six Ball", tally: new Tally(), odds: independent(coup, race) },
] as const;
const firstCards = new Tally();
const secondCards = new Tally();

/** Whether two games drew the same card. */
function compared(a: Card | undefined, b: Card | undefined): string {
  return a?.value === b?.value && a?.suit === b?.suit ? "same" : "other";
}

beforeAll(() => {
  const [tigerCoup, tigerRace, coupRace] = statistics;
  const coups = dealtRounds(baccarat, ROUNDS);
  const races = dealtRounds(bigsixball, ROUNDS);
  for (const round of dealtRounds(dragontiger, ROUNDS)) {
    const { player_cards, banker_cards, result } = next(coups);
    const winner = bigsixball.board.winner(next(races));
    tigerCoup.tally.add(`${round.result},${result}`);
    tigerRace.tally.add(`${round.result},${winner}`);
    coupRace.tally.add(`${result},${winner}`);
    firstCards.add(compared(round.dragon, player_cards[0]));
    secondCards.add(compared(round.tiger, banker_cards[0]));
  }
}, 600_000);

function next<Outcome>(rounds: Generator<Outcome, void>): Outcome {
  const { value, done } = rounds.next();
  if (done) {
    throw new RangeError("There are no more rounds.");
  }
  return value;
}

test.each(statistics)(
  "a round of $a says nothing about the same round of $b",
  ({ tally, odds }) => {
    expect(chiSquare(tally, odds)).toBeLessThan(chiSquareLimit(freedomOf(odds)));
  },
);

test.each([
  { place: "first", tally: firstCards },
  { place: "second", tally: secondCards },
])("two games draw the same $place card only as often as chance has it", ({ tally }) => {
  expect(tally.total).toBe(ROUNDS);
  expect(chiSquare(tally, sameCard)).toBeLessThan(chiSquareLimit(1));
});
