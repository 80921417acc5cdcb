import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bigsixball, TEAMS } from "../../src/games/bigsixball/game.ts";
import type { BigSixBallOutcome } from "../../src/games/bigsixball/game.ts";
import { stubRandom } from "../support/stub-random.ts";

/** One number for each of the five draws of an order. */
const fiveDraws = fc.tuple(fc.nat(5), fc.nat(4), fc.nat(3), fc.nat(2), fc.nat(1));

/** All 6 x 5 x 4 x 3 x 2 possible results of the five draws. */
const everyFiveDraws = [6, 5, 4, 3, 2].reduce<number[][]>(
  (ways, limit) =>
    ways.flatMap((way) => Array.from({ length: limit }, (_, draw) => [...way, draw])),
  [[]],
);

const outcome: BigSixBallOutcome = {
  result_map: { rovers: 3, united: 5, city: 4, wanderers: 6, athletic: 1, rangers: 2 },
  team_order: [0, 1, 5, 4, 2, 3],
};

describe("the race draw", () => {
  test("a race can end in any of the 720 orders", () => {
    const rankings = everyFiveDraws.map((draws) =>
      Object.values(bigsixball.deal(stubRandom([...draws, 0, 0, 0, 0, 0])).result_map).join(""),
    );
    expect(rankings).toHaveLength(720);
    expect(new Set(rankings).size).toBe(720);
  });

  test("a race can start in each of the 720 launch orders", () => {
    const orders = everyFiveDraws.map((draws) =>
      bigsixball.deal(stubRandom([0, 0, 0, 0, 0, ...draws])).team_order.join(""),
    );
    expect(new Set(orders).size).toBe(720);
  });

  test("ranking and launch order are drawn independently", () => {
    fc.assert(
      fc.property(fiveDraws, fiveDraws, fiveDraws, (ranking, launch, other) => {
        const race = bigsixball.deal(stubRandom([...ranking, ...launch]));
        expect(bigsixball.deal(stubRandom([...ranking, ...other])).result_map).toEqual(
          race.result_map,
        );
        expect(bigsixball.deal(stubRandom([...other, ...launch])).team_order).toEqual(
          race.team_order,
        );
      }),
    );
  });
});

test.each(TEAMS)("the winner on the board is the team in first place: %s", (team) => {
  const { result_map } = outcome;
  const swapped = { ...result_map, athletic: result_map[team], [team]: 1 };
  expect(bigsixball.winner({ ...outcome, result_map: swapped })).toBe(team);
});
