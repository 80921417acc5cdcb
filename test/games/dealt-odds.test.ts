import { describe, expect, test } from "vitest";
import { TEAMS } from "../../src/games/bigsixball/game.ts";
import { games } from "../../src/games/index.ts";
import { dealtRounds } from "../support/dealt-rounds.ts";
import { times } from "../support/effort.ts";
import odds from "./odds.json" with { type: "json" };

/* A fair source stays below the chi-square limits in 999 of 1000 samples, and this sample is always the same. */
const ROUNDS = times(20_000, 200_000);
/** By degrees of freedom. */
const LIMITS: Readonly<Record<number, number>> = { 2: 13.8155, 5: 20.515, 8: 26.1245, 35: 66.6188 };

type Weights = Readonly<Record<string, number>>;

/** Pearson's chi-square statistic of the observed values. */
function chiSquare(happened: readonly string[], weights: Weights): number {
  const counts: Record<string, number> = Object.fromEntries(
    Object.keys(weights).map((key) => [key, 0]),
  );
  for (const key of happened) {
    expect(counts).toHaveProperty(key);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  const whole = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  return Object.entries(weights).reduce((sum, [key, weight]) => {
    const expected = (happened.length * weight) / whole;
    return sum + ((counts[key] ?? 0) - expected) ** 2 / expected;
  }, 0);
}

/** Joint weights of two independent values, with keys `a,b`. */
function paired(weights: Weights): Weights {
  const all = Object.entries(weights);
  return Object.fromEntries(
    all.flatMap(([a, one]) => all.map(([b, other]) => [`${a},${b}`, one * other])),
  );
}

const WINNERS: Readonly<Record<string, Weights>> = {
  dragontiger: odds.dragon_tiger.outcome,
  baccarat: odds.baccarat.outcome,
  bigsixball: Object.fromEntries(TEAMS.map((team) => [team, 1])),
};

describe.each(games)(`the outcomes of ${ROUNDS} rounds of $slug`, (game) => {
  const weights = WINNERS[game.slug] ?? {};
  const winners = Array.from(dealtRounds(game, ROUNDS), (outcome) => game.winner(outcome));
  const freedom = Object.keys(weights).length - 1;

  test("the winners are distributed according to the odds", () => {
    expect(winners).toHaveLength(ROUNDS);
    expect(chiSquare(winners, weights)).toBeLessThan(LIMITS[freedom] ?? 0);
  });

  test.each([
    ["next winner", 1],
    ["winner a day later", 86_400_000 / game.intervalMs],
  ])("the winner is independent of the %s", (__, lag) => {
    // No round is in two pairs, so the pairs of a fair game are independent.
    const pairs = winners
      .map((winner, i) => `${winner},${winners[i + lag]}`)
      .filter((___, i) => i + lag < ROUNDS && Math.floor(i / lag) % 2 === 0);
    const limit = LIMITS[(freedom + 1) ** 2 - 1] ?? 0;
    expect(chiSquare(pairs, paired(weights))).toBeLessThan(limit);
  });
});
