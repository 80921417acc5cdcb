import { beforeAll, expect, test } from "vitest";
import { bigsixball, TEAMS } from "../../src/games/bigsixball/game.ts";
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

const ROUNDS = times(20_000, 200_000);
const ROUNDS_A_DAY = 1440;

/** Every way to choose `count` of the six teams in order, as text of their indices. */
function arrangements(count: number): string[] {
  if (count === 0) {
    return [""];
  }
  return arrangements(count - 1).flatMap((start) =>
    TEAMS.map((_, index) => String(index))
      .filter((index) => !start.includes(index))
      .map((index) => start + index),
  );
}

const indices = uniform(arrangements(1));

const orders = uniform(arrangements(6));

/** Rankings and launch orders as the indices of the teams, with keys like `413025`. */
const rankings = new Tally();
const launches = new Tally();
/** The winner and who was launched first. */
const winnersByLaunch = new Tally();
/** How many teams end where they began. */
const unmoved = new Tally();

const winners: string[] = [];
const endings: string[] = [];

beforeAll(() => {
  for (const { result_map, team_order } of dealtRounds(bigsixball, ROUNDS)) {
    const order: number[] = [];
    for (const [index, team] of TEAMS.entries()) {
      order[result_map[team] - 1] = index;
    }
    const ranking = order.join("");
    const launch = team_order.join("");
    rankings.add(ranking);
    launches.add(launch);
    winnersByLaunch.add(`${ranking.charAt(0)},${launch.charAt(0)}`);
    unmoved.add(`${order.filter((team, place) => team_order[place] === team).length}`);
    winners.push(ranking.charAt(0));
    endings.push(ranking);
  }
}, 600_000);

test.each([
  { name: "winners", places: 1 },
  { name: "first two places", places: 2 },
  { name: "first three places", places: 3 },
  { name: "720 rankings", places: 6 },
])(`of ${ROUNDS} races, the $name fall equally often`, ({ places }) => {
  expect(rankings.total).toBe(ROUNDS);
  const odds = uniform(arrangements(places));
  expect(
    chiSquare(
      rankings.groupedBy((ranking) => ranking.slice(0, places)),
      odds,
    ),
  ).toBeLessThan(chiSquareLimit(freedomOf(odds)));
});

test(`of ${ROUNDS} races, the 720 launch orders fall equally often`, () => {
  expect(launches.total).toBe(ROUNDS);
  expect(chiSquare(launches, orders)).toBeLessThan(chiSquareLimit(719));
});

test("who is launched first says nothing about who wins", () => {
  expect(chiSquare(winnersByLaunch, independent(indices, indices))).toBeLessThan(
    chiSquareLimit(35),
  );
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
])("a race's winner says nothing about $name", ({ lag, skipped }) => {
  const pairs = independent(indices, indices);
  expect(chiSquare(tallyPairs(winners, lag, skipped), pairs)).toBeLessThan(
    chiSquareLimit(freedomOf(pairs)),
  );
});
