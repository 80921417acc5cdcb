import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { TEAMS } from "../../../../src/games/bigsixball/game.ts";
import type { BigSixBallOutcome, Team } from "../../../../src/games/bigsixball/game.ts";
import { outcomesOf, viewOf } from "../states.ts";

const SLUG = "bigsixball";
const outcomes = outcomesOf<BigSixBallOutcome>(SLUG);

function outcomeOf(ranks: readonly number[], team_order: number[]): BigSixBallOutcome {
  const entries = TEAMS.map((team, i) => [team, ranks[i]]);
  return { result_map: Object.fromEntries(entries) as Record<Team, number>, team_order };
}

/** All orders of a few things. */
function permutations<T>(things: readonly T[]): T[][] {
  if (things.length <= 1) {
    return [[...things]];
  }
  return things.flatMap((first, i) =>
    permutations(things.toSpliced(i, 1)).map((rest) => [first, ...rest]),
  );
}

describe("the drawing of big six ball", () => {
  // Of these rankings `npm test` looks at thirty.
  test("has the balls cross the line in the order of the ranking, for all 720 of them", () => {
    for (const [i, ranks] of permutations([1, 2, 3, 4, 5, 6]).entries()) {
      if (i % 24 !== 0) {
        continue;
      }
      const view = viewOf(SLUG, outcomeOf(ranks, [3, 1, 5, 0, 4, 2]), "revealing", 1 + i * 97);
      const crossed: number[] = [];
      for (let ms = 13_000; ms <= 15_900; ms += 8) {
        const { balls } = scene.pose(view, ms);
        for (const [ball, { at }] of balls.entries()) {
          if (at >= 1 && !crossed.includes(ball)) {
            crossed.push(ball);
          }
        }
      }
      expect(crossed.map((ball) => ranks[ball])).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });

  test("lists the balls in the order of the ranking once the race is over", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const { balls } = scene.pose(viewOf(SLUG, outcome, "revealing"), 15_900);
        const rows = Object.fromEntries(TEAMS.map((team, i) => [team, (balls[i]?.row ?? 0) + 1]));
        expect(rows).toEqual(outcome.result_map);
      }),
    );
  });

  test("puts the first three on the podium", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const { balls, podium } = scene.pose(viewOf(SLUG, outcome, "result"), 5_900);
        expect(podium).toBe(1);
        const steps = TEAMS.map((team) => outcome.result_map[team]).map((rank) =>
          rank > 3 ? 0 : rank,
        );
        expect(balls.map((ball) => ball.step)).toEqual(steps);
      }),
    );
  });
});
