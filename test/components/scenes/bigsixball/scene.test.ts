import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { courseLayout, seenIn } from "../../../../components/scenes/bigsixball/course.ts";
import { BEHIND } from "../../../../components/scenes/bigsixball/race-moment.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { TEAMS } from "../../../../src/games/bigsixball/game.ts";
import type { BigSixBallOutcome, Team } from "../../../../src/games/bigsixball/game.ts";
import { times } from "../../../support/effort.ts";
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
      if (i % times(24, 1) !== 0) {
        continue;
      }
      const view = viewOf(SLUG, outcomeOf(ranks, [3, 1, 5, 0, 4, 2]), "revealing", 1 + i * 97);
      const crossed: number[] = [];
      for (let ms = 9_000; ms <= 12_600; ms += 15) {
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
        const { balls } = scene.pose(viewOf(SLUG, outcome, "revealing"), 12_600);
        const rows = Object.fromEntries(TEAMS.map((team, i) => [team, (balls[i]?.row ?? 0) + 1]));
        expect(rows).toEqual(outcome.result_map);
      }),
    );
  });

  test("shows the real times of a photo finish from the moment its picture is seen", () => {
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 1, max: 2 ** 40 }), (outcome, round) => {
        const view = viewOf(SLUG, outcome, "revealing", round);
        const last = scene.pose(view, 12_950).balls;
        const best = last.flatMap(({ rank }, i) => (rank <= 3 ? [i] : []));
        for (let ms = 10_000; ms <= 12_600; ms += 20) {
          const { photo, balls } = scene.pose(view, ms);
          expect(photo > 0 && best.some((i) => balls[i]?.gap !== last[i]?.gap)).toBe(false);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("sends the balls off from the lanes of the launch order", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const { balls } = scene.pose(viewOf(SLUG, outcome, "revealing"), 1_500);
        expect(outcome.team_order.map((ball) => balls[ball]?.lane)).toEqual([0, 1, 2, 3, 4, 5]);
      }),
    );
  });

  test("draws one lane after another before the first ball is off, each ball from behind its lane", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const view = viewOf(SLUG, outcome, "revealing");
        const drawn: number[] = [];
        let before = scene.pose(view, 0).balls;
        for (let ms = 10; ms < 1_500; ms += 10) {
          const { balls } = scene.pose(view, ms);
          for (const [ball, { at, lane, drawn: lit, named }] of balls.entries()) {
            // Nobody sees it change lanes, and no lane is lit before its ball is near.
            expect(lane !== before[ball]?.lane && at > BEHIND * 0.99).toBe(false);
            expect((lit > 0 || named > 0) && at < BEHIND / 2).toBe(false);
            if (lit > 0 && !drawn.includes(ball)) {
              drawn.push(ball);
            }
          }
          before = balls;
        }
        expect(drawn).toEqual(outcome.team_order);
        expect(Math.min(...before.map(({ named }) => named))).toBeGreaterThan(0.9);
      }),
      { numRuns: 10 },
    );
  });

  test("lights three lamps one by one, and puts them out as the first ball is off", () => {
    const view = viewOf(SLUG, outcomeOf([1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5]), "revealing");
    const lit = Array.from({ length: 16 }, (_, i) => scene.pose(view, i * 100).lamps.lit);
    expect(lit.filter((count, i) => count !== lit[i - 1])).toEqual([0, 1, 2, 3, 0]);
    expect(lit.lastIndexOf(3)).toBe(14);
  });

  test("waits at the gate in the order of the teams while bets are open", () => {
    const view = viewOf(SLUG, outcomeOf([1, 2, 3, 4, 5, 6], [5, 4, 3, 2, 1, 0]), "betting");
    const { balls, gate } = scene.pose(view, 0);
    expect(balls.map(({ at, lane }) => [at, lane])).toEqual([0, 1, 2, 3, 4, 5].map((i) => [0, i]));
    expect(gate).toBe(0);
  });

  test("opens the gate before the first ball is off", () => {
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 0, max: 3_000 }), (outcome, ms) => {
        const { balls, gate } = scene.pose(viewOf(SLUG, outcome, "revealing"), ms);
        expect(gate < 1 && balls.some((ball) => ball.at > 0)).toBe(false);
      }),
    );
  });

  test("clears the course before the podium rises, and has the third, the second and the first land on it", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const view = viewOf(SLUG, outcome, "result");
        const poses = Array.from({ length: 100 }, (_, i) => scene.pose(view, i * 20));
        for (const { balls, photo, story } of poses.filter(({ podium }) => podium > 0)) {
          expect([photo, story]).toEqual([0, 0]);
          expect(balls.some(({ flag, wake }) => flag > 0 || wake > 0)).toBe(false);
        }
        for (const { balls, rays, podium } of poses) {
          const winner = balls.find(({ step }) => step === 1);
          expect(rays > 0 && (winner?.up ?? 0) < 0.8).toBe(false);
          expect(podium === 0 && balls.some(({ up }) => up > 0)).toBe(false);
        }
        const landed = new Set(
          poses.flatMap(({ balls }) => balls.filter(({ up }) => up === 1).map(({ step }) => step)),
        );
        expect([...landed]).toEqual([3, 2, 1]);
      }),
      { numRuns: 30 },
    );
  });

  test("keeps the winner in the picture from the line to its step, and the other two till they hop", () => {
    const sizes = [
      { width: 830, height: 440 },
      { width: 390, height: 180 },
      { width: 390, height: 560 },
    ];
    fc.assert(
      fc.property(outcomes, fc.constantFrom(...sizes), (outcome, size) => {
        const course = courseLayout(size);
        const view = viewOf(SLUG, outcome, "result");
        for (let ms = 0; ms < 1_500; ms += 20) {
          const { balls, camera } = scene.pose(view, ms);
          const shot = course.shot(camera);
          // Where it is on the course weighs as long as it is on its way.
          for (const { at, lane } of balls.filter(({ step, up }) => step > 0 && up < 0.5)) {
            const seen = seenIn(shot, course.at(at, lane));
            const isInside =
              seen.x > 0 && seen.x < size.width && seen.y > 0 && seen.y < size.height;
            expect(isInside).toBe(true);
          }
        }
        const flights = Array.from({ length: 50 }, (_, i) => scene.pose(view, i * 20));
        for (const { podium, balls } of flights.filter((pose) => pose.veil > 0.9)) {
          // Where it is dark there is a podium, and the winner is on the way to it.
          expect(podium > 0 && balls.some(({ step, up }) => step === 1 && up > 0)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("sinks the podium before the balls of the next round roll in", () => {
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 0, max: 2_000 }), (outcome, ms) => {
        const { balls, podium } = scene.pose(viewOf(SLUG, outcome, "waiting"), ms);
        expect(podium > 0 && balls.some(({ at }) => at < 1)).toBe(false);
        // Nor does a ball cross another's lane.
        expect(podium === 0 && balls.some(({ lane }, i) => lane !== i)).toBe(false);
      }),
    );
  });

  test("celebrates for as long as the result stands: no two moments of it are the same picture", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const view = viewOf(SLUG, outcome, "result");
        const seen = [3_000, 4_200, 4_600, 5_000, 5_600, 5_950].map((ms) =>
          JSON.stringify(scene.pose(view, ms)),
        );
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { numRuns: 5 },
    );
  });

  test("puts the first three on the podium", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const { balls, podium } = scene.pose(viewOf(SLUG, outcome, "result"), 5_000);
        expect(podium).toBe(1);
        const steps = TEAMS.map((team) => outcome.result_map[team]).map((rank) =>
          rank > 3 ? 0 : rank,
        );
        expect(balls.map((ball) => ball.step)).toEqual(steps);
      }),
    );
  });
});
