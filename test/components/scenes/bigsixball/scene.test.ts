import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { courseLayout } from "../../../../components/scenes/bigsixball/course.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { TEAMS } from "../../../../src/games/bigsixball/game.ts";
import type { BigSixBallOutcome, Team } from "../../../../src/games/bigsixball/game.ts";
import { outcomesOf, viewOf } from "../states.ts";
import { permutations } from "./permutations.ts";

const SLUG = "bigsixball";
const outcomes = outcomesOf<BigSixBallOutcome>(SLUG);

function outcomeOf(ranks: readonly number[], team_order: number[]): BigSixBallOutcome {
  const entries = TEAMS.map((team, i) => [team, ranks[i]]);
  return { result_map: Object.fromEntries(entries) as Record<Team, number>, team_order };
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

  test("keeps every ball in the picture from the gate to where it comes to rest", () => {
    const sizes = [
      { width: 830, height: 440 },
      { width: 390, height: 180 },
      { width: 390, height: 455 },
      { width: 390, height: 560 },
      { width: 1_200, height: 190 },
    ];
    fc.assert(
      fc.property(
        outcomes,
        fc.integer({ min: 1, max: 2 ** 40 }),
        fc.constantFrom(...sizes),
        (outcome, round, size) => {
          const layout = courseLayout(size);
          const view = viewOf(SLUG, outcome, "revealing", round);
          const out: string[] = [];
          for (let ms = 2_600; ms < 15_900; ms += 60) {
            const { balls, camera } = scene.pose(view, ms);
            const shot = layout.shot(camera);
            const lead = Math.max(...balls.map(({ at }) => at));
            const leadFar = Math.max(...balls.map(({ far }) => far));
            for (const ball of balls) {
              const { x, y } = layout.seen(shot, ball);
              const isOut = x < 0 || x > size.width || y < 0 || y > size.height;
              // In a flat or a narrow box those at the back may be out for a moment, the leader never. On the last
              // straight of a tall one the camera ran to the line, and half of the field was out.
              const isNear = lead > 0.85 && leadFar - ball.far < 5.5;
              if (isOut && (ball.at === lead || isNear)) {
                out.push(`${ms}: ${x.toFixed(0)}, ${y.toFixed(0)}`);
              }
            }
          }
          expect(out).toEqual([]);
        },
      ),
      { numRuns: 12 },
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
