import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { course, MARBLE } from "../../../../components/scenes/bigsixball/courses.ts";
import { framingIn, matrixIn, SHOTS, TOPS } from "../../../../components/scenes/bigsixball/look.ts";
import type { RacePose } from "../../../../components/scenes/bigsixball/pose.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { inBox } from "../../../../components/stage/plates.ts";
import type { Size } from "../../../../components/stage/scene.ts";
import { TEAMS } from "../../../../src/games/bigsixball/game.ts";
import type { BigSixBallOutcome, Team } from "../../../../src/games/bigsixball/game.ts";
import { outcomesOf, viewOf } from "../states.ts";

const SLUG = "bigsixball";
const outcomes = outcomesOf<BigSixBallOutcome>(SLUG);
const rounds = fc.integer({ min: 1, max: 2 ** 40 });

function outcomeOf(ranks: readonly number[], team_order: number[]): BigSixBallOutcome {
  const entries = TEAMS.map((team, i) => [team, ranks[i]]);
  return { result_map: Object.fromEntries(entries) as Record<Team, number>, team_order };
}

/** The picture's boxes in tables of 830x553, 390x260, 390x700 and 320x213, in CSS pixels. */
const BOXES = [
  { width: 830, height: 375 },
  { width: 390, height: 180 },
  { width: 390, height: 380 },
  { width: 320, height: 137 },
] as const;

/** All permutations of `things`. */
function permutations<T>(things: readonly T[]): T[][] {
  if (things.length <= 1) {
    return [[...things]];
  }
  return things.flatMap((first, i) =>
    permutations(things.toSpliced(i, 1)).map((rest) => [first, ...rest]),
  );
}

/** The marbles outside the picture, the leader first. */
function outOf({ shot, centre, marbles }: RacePose, size: Size): number[] {
  const framing = framingIn(size, shot, centre);
  return marbles
    .toSorted((a, b) => b.along - a.along)
    .flatMap(({ at }, place) => {
      const { x, y } = inBox(matrixIn(shot), framing, at);
      return x < 0 || x > size.width || y < 0 || y > size.height ? [place] : [];
    });
}

describe("the scene of big six ball", () => {
  // `npm test` checks thirty of these rankings.
  test("the marbles cross the line in the order of the ranking, for all 720 rankings", () => {
    for (const [i, ranks] of permutations([1, 2, 3, 4, 5, 6]).entries()) {
      if (i % 24 !== 0) {
        continue;
      }
      const view = viewOf(SLUG, outcomeOf(ranks, [3, 1, 5, 0, 4, 2]), "revealing", 1 + i * 97);
      const crossed: number[] = [];
      for (let ms = 13_000; ms <= 15_900; ms += 8) {
        for (const [marble, { along }] of scene.pose(view, ms).marbles.entries()) {
          if (along >= 1 && !crossed.includes(marble)) {
            crossed.push(marble);
          }
        }
      }
      expect(crossed.map((marble) => ranks[marble])).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });

  test("the marbles are listed in finishing order once the top finishers are on the podium", () => {
    fc.assert(
      fc.property(outcomes, rounds, (outcome, round) => {
        const { leaders, best, marbles } = scene.pose(
          viewOf(SLUG, outcome, "result", round),
          5_900,
        );
        const ranks = TEAMS.map((team) => outcome.result_map[team]);
        expect(leaders?.rows.map((row) => row + 1)).toEqual(ranks);
        expect(best.map((side) => ranks[side])).toEqual([1, 2, 3]);
        const stand = marbles.map(({ at, opacity }) =>
          opacity > 0 ? 1 + TOPS.findIndex(([x]) => x === at[0]) : 0,
        );
        expect(stand).toEqual(ranks.map((rank) => (rank > 3 ? 0 : rank)));
      }),
    );
  });

  test.each(BOXES)("the leading marbles stay in view in a box of $width x $height", (size) => {
    fc.assert(
      fc.property(outcomes, rounds, (outcome, round) => {
        const view = viewOf(SLUG, outcome, "revealing", round);
        const shots = new Set<string>();
        let [frames, missed, ledOut] = [0, 0, 0];
        for (let ms = 2_600; ms < 15_900; ms += 60) {
          const pose = scene.pose(view, ms);
          shots.add(pose.shot);
          // The camera at the line waits for the first marble.
          if (pose.shot !== "finish") {
            const out = outOf(pose, size);
            frames += 1;
            missed += out.length;
            ledOut += out.includes(0) ? 1 : 0;
          } else if (pose.marbles.some(({ along }) => along > 0.985 && along < 1.002)) {
            ledOut +=
              outOf(pose, size).includes(0) && pose.marbles.every((m) => m.along < 1) ? 1 : 0;
          }
        }
        expect([...shots]).toEqual(SHOTS.slice(0, SHOTS.indexOf("plinth")));
        expect(ledOut).toBeLessThan(frames * 0.06);
        expect(missed / frames).toBeLessThan(0.35);
      }),
      { numRuns: 8 },
    );
  });

  test("the marbles begin each round where the last one left them", () => {
    fc.assert(
      fc.property(outcomes, rounds, (outcome, round) => {
        const waited = scene.pose(viewOf(SLUG, outcome, "waiting", round), 60_000);
        const betting = { ...viewOf(SLUG, outcome, "betting", round + 1), closesAtMs: 15_000 };
        const [open, up, closed] = [0, 0.14, 1].map((share) => scene.pose(betting, 15_000 * share));
        expect(open?.marbles).toEqual(waited.marbles);
        expect(up?.marbles).toEqual(closed?.marbles);
        for (const pose of [waited, open, up, closed]) {
          expect([pose?.shot, pose?.areMarblesInLanes]).toEqual(["grid", true]);
        }
        expect(open?.marbles.every(({ opacity }) => opacity === 0)).toBe(true);
        expect(up?.marbles.every(({ opacity, sunk }) => opacity === 1 && sunk === 0)).toBe(true);
        expect(BOXES.flatMap((size) => (up ? outOf(up, size) : []))).toEqual([]);
        const bets = { spots: [], settledMs: null };
        expect(scene.pose({ ...betting, bets }, 1_000).marbles).toEqual(up?.marbles);
      }),
      { numRuns: 12 },
    );
  });

  test("all six marbles are introduced in every round while bets are open", () => {
    for (let round = 1; round <= 6; round += 1) {
      const outcome = outcomeOf([1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5]);
      const view = { ...viewOf(SLUG, outcome, "betting", round), closesAtMs: 33_000 };
      const sides = new Set<number>();
      const shots = new Set<string>();
      for (let ms = 0; ms <= 33_000; ms += 100) {
        const { portrait, shot } = scene.pose(view, ms);
        (portrait?.sides ?? [-1]).forEach((side) => sides.add(side));
        shots.add(shot);
        const bets = { spots: [], settledMs: null };
        expect(scene.pose({ ...view, bets }, ms).shot).toBe("grid");
      }
      expect([...sides].toSorted()).toEqual([-1, 0, 1, 2, 3, 4, 5]);
      expect(shots.size).toBeGreaterThanOrEqual(5);
    }
  });

  test("marbles rest on the track without overlapping", () => {
    fc.assert(
      fc.property(outcomes, rounds, fc.integer({ min: 3_200, max: 15_900 }), (...seeds) => {
        const [outcome, round, ms] = seeds;
        const { marbles } = scene.pose(viewOf(SLUG, outcome, "revealing", round), ms);
        for (const [i, { at, along }] of marbles.entries()) {
          const road = 0.06 * MARBLE * course.length * (1 - along);
          expect(at[2] - road).toBeCloseTo(MARBLE / 2, 9);
          for (const other of marbles.slice(0, i)) {
            const apart = Math.hypot(at[0] - other.at[0], at[1] - other.at[1]);
            expect(apart).toBeGreaterThan(MARBLE * 0.95);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
