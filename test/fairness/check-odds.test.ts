import { describe, expect, test } from "vitest";
import { checkOdds, upperGamma } from "../../src/fairness/check-odds.ts";
import { bigsixball } from "../../src/games/bigsixball/game.ts";
import { dragontiger } from "../../src/games/dragontiger/game.ts";
import { games } from "../../src/games/index.ts";
import { dealtRounds } from "../support/dealt-rounds.ts";

describe("how often fair rounds are so far off", () => {
  // From tables of chi-square: the limits of 5, 1 and 0.1 percent.
  test.each([
    [1, 3.8415, 0.05],
    [1, 10.8276, 0.001],
    [2, 5.9915, 0.05],
    [2, 9.2103, 0.01],
    [3, 11.3449, 0.01],
    [5, 11.0705, 0.05],
    [5, 20.515, 0.001],
    [8, 20.0902, 0.01],
    [719, 810.1471, 0.01],
  ])("with %i degrees of freedom beyond %d: %d", (freedom, limit, probability) => {
    expect(upperGamma(freedom / 2, limit / 2)).toBeCloseTo(probability, 5);
  });

  test("is certain at 0 and impossible far out", () => {
    expect(upperGamma(1, 0)).toBe(1);
    expect(upperGamma(1, 1e-12)).toBeCloseTo(1);
    expect(upperGamma(2.5, 500)).toBeLessThan(1e-100);
  });
});

describe.each(games)("the odds of $slug", (game) => {
  test("hold for the rounds it deals", () => {
    const winners = [...dealtRounds(game, 20_000)].map((outcome) => game.board.winner(outcome));
    const odds = checkOdds(game, winners);
    expect(odds?.freedom).toBe(game.board.sides.length - 1);
    expect(odds?.probability).toBeGreaterThan(0.001);
  });

  test("do not hold for a house that always lets one side win", () => {
    const [side] = game.board.sides.map(({ id }) => id) as [string];
    const odds = checkOdds(game, Array.from<string>({ length: 1_000 }).fill(side));
    expect(odds?.probability).toBeLessThan(1e-100);
  });
});

test("the statistic is Pearson's", () => {
  const counts = [20, 25, 15, 20, 10, 30];
  const winners = bigsixball.board.sides.flatMap(({ id }, index) =>
    Array.from<string>({ length: counts[index] as number }).fill(id),
  );
  expect(checkOdds(bigsixball, winners)?.chiSquare).toBeCloseTo(12.5);
});

test("of too few rounds nothing is said", () => {
  expect(checkOdds(dragontiger, Array.from<string>({ length: 60 }).fill("dragon"))).toBeNull();
});
