import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AT_GATES, courseLayout } from "../../../../components/scenes/bigsixball/course.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { PODIUM_MS, RACE_MS } from "../../../../components/scenes/bigsixball/times.ts";
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

  test("sends the balls off from the lanes of the launch order", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const { balls } = scene.pose(viewOf(SLUG, outcome, "revealing"), 2_500);
        expect(outcome.team_order.map((ball) => balls[ball]?.lane)).toEqual([0, 1, 2, 3, 4, 5]);
      }),
    );
  });

  test("draws one lane after another before the balls are off, each ball from behind its lane", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const view = viewOf(SLUG, outcome, "revealing");
        const drawn: number[] = [];
        let before = scene.pose(view, 0).balls;
        for (let ms = 10; ms <= RACE_MS.launchAt; ms += 10) {
          const { balls } = scene.pose(view, ms);
          for (const [ball, { lane, far, seen, name }] of balls.entries()) {
            // Half there it is a ghost.
            expect(far > 0 || seen === 0 || seen === 1).toBe(true);
            // Nobody sees it change lanes, nor its name before it.
            expect(lane !== before[ball]?.lane && seen > 0.1).toBe(false);
            expect(ms > RACE_MS.drawAt && name > 0 && seen < 0.9).toBe(false);
            if (ms > RACE_MS.drawAt && name > 0 && !drawn.includes(ball)) {
              drawn.push(ball);
            }
          }
          before = balls;
        }
        expect(drawn).toEqual(outcome.team_order);
        // All are set before the first lamp is lit.
        const set = scene.pose(view, RACE_MS.lampAt - 10);
        expect(set.lamps.lit).toBe(0);
        expect(set.balls.map(({ far, seen }) => far === 0 && seen === 1)).not.toContain(false);
        const named = scene.pose(view, RACE_MS.namedUntil).balls.map(({ name }) => name);
        expect(Math.min(...named)).toBeGreaterThan(0.9);
        // No ball runs over one.
        expect(before.map(({ name }) => name)).toEqual(before.map(() => 0));
      }),
      { numRuns: 4 },
    );
  });

  test("lights three lamps one by one, and puts them out as the balls are off", () => {
    const view = viewOf(SLUG, outcomeOf([1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5]), "revealing");
    const lit = Array.from({ length: 30 }, (_, i) => scene.pose(view, i * 100).lamps.lit);
    expect(lit.filter((count, i) => count !== lit[i - 1])).toEqual([0, 1, 2, 3, 0]);
    expect(lit.lastIndexOf(3)).toBe(25);
  });

  test("shows the whole of the round's course before the start, and stands at the gates while bets are open", () => {
    const outcome = outcomeOf([1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5]);
    const wide = Array.from({ length: 25 }, (_, i) =>
      scene.pose(viewOf(SLUG, outcome, "revealing"), i * 100),
    );
    expect(Math.max(...wide.map(({ camera }) => camera.whole))).toBeCloseTo(1, 2);
    expect(wide.at(-1)?.camera.whole).toBeLessThan(0.01);
    expect(scene.pose(viewOf(SLUG, outcome, "betting"), 9_000).camera).toEqual(AT_GATES);
    const courses = [1, 2, 3, 4, 5].map(
      (round) => scene.pose(viewOf(SLUG, outcome, "betting", round), 0).course,
    );
    expect(new Set(courses).size).toBe(4);
    // The next round's course is there before its bets open.
    expect(scene.pose(viewOf(SLUG, outcome, "waiting", 3), 60_000).course).toBe(courses[3]);
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

  test("says what race it was until the podium is cut to, and has the third, the second and the first land on it", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const view = viewOf(SLUG, outcome, "result");
        const poses = Array.from({ length: 300 }, (_, i) => scene.pose(view, i * 20));
        expect(poses.map(({ story }, i) => story > 0 && i * 20 >= PODIUM_MS.at)).not.toContain(
          true,
        );
        for (const { balls, rays, podium } of poses) {
          const winner = balls.find(({ step }) => step === 1);
          expect(rays > 0 && (winner?.up ?? 0) < 0.8).toBe(false);
          expect(podium === 0 && balls.some(({ up }) => up > 0)).toBe(false);
        }
        const landed = new Set(
          poses.flatMap(({ balls }) => balls.filter(({ up }) => up === 1).map(({ step }) => step)),
        );
        expect([...landed]).toEqual([3, 2, 1]);
        // The list has its order before that, and shows it once the winner stands.
        const before = poses.findLast(({ podium }) => podium === 0);
        expect(before?.balls.map(({ rank }) => rank)).toEqual(
          TEAMS.map((t) => outcome.result_map[t]),
        );
        expect([before?.ranked, poses.at(-1)?.ranked]).toEqual([0, 1]);
      }),
      { numRuns: 4 },
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

  test("sinks the podium before the balls of the next round roll in", () => {
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 0, max: 2_000 }), (outcome, ms) => {
        const { balls, podium } = scene.pose(viewOf(SLUG, outcome, "waiting"), ms);
        expect(podium > 0 && balls.some(({ up, seen }) => up < 1 && seen > 0 && podium < 1)).toBe(
          false,
        );
        // Nor does a ball cross another's lane.
        expect(podium === 0 && balls.some(({ lane }, i) => lane !== i)).toBe(false);
      }),
    );
  });

  test("has the winner on the podium for a second and a half, and for a second of the next phase", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const podiumAt = (phase: "result" | "waiting", ms: number) => {
          const { balls, podium, gone } = scene.pose(viewOf(SLUG, outcome, phase), ms);
          return podium === 1 && gone === 0 && balls.some(({ step, up }) => step === 1 && up === 1);
        };
        expect([4_500, 5_200, 6_000].map((ms) => podiumAt("result", ms))).not.toContain(false);
        expect([0, 500, 1_000].map((ms) => podiumAt("waiting", ms))).not.toContain(false);
      }),
      { numRuns: 5 },
    );
  });

  test("keeps every lane clear of the list as the line is crossed", () => {
    const size = { width: 830, height: 440 };
    const layout = courseLayout(size);
    for (let round = 1; round <= 12; round++) {
      const outcome = outcomeOf([1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5]);
      for (let ms = 13_400; ms < 15_900; ms += 100) {
        const { balls, camera } = scene.pose(viewOf(SLUG, outcome, "revealing", round), ms);
        const shot = layout.shot(camera);
        for (const ball of balls) {
          const { y } = layout.seen(shot, ball);
          expect(y - shot.unit / 2).toBeGreaterThan(layout.list.foot - 2);
          expect(y + shot.unit / 2).toBeLessThan(size.height);
        }
      }
    }
  });

  test("celebrates for as long as the result stands: no two moments of it are the same picture", () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        const view = viewOf(SLUG, outcome, "result");
        const seen = [2_500, 2_600, 3_000, 3_300, 4_200, 5_000, 5_600, 5_950].map((ms) =>
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
