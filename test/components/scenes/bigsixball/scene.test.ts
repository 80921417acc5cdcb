import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { TOPS } from "../../../../components/scenes/bigsixball/shots.ts";
import { RACE_MS } from "../../../../components/scenes/bigsixball/times.ts";
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

describe("the Big Six Ball scene", () => {
  test("the marbles cross the line in the order of the ranking", () => {
    const rankings = fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 });
    fc.assert(
      fc.property(rankings, rounds, (ranks, round) => {
        const view = viewOf(SLUG, outcomeOf(ranks, [3, 1, 5, 0, 4, 2]), "revealing", round);
        const crossed = new Set<number>();
        for (let ms: number = RACE_MS.firstFrom; ms <= RACE_MS.restsAt; ms += 8) {
          for (const [marble, { along }] of scene.pose(view, ms).marbles.entries()) {
            if (along >= 1) {
              crossed.add(marble);
            }
          }
        }
        expect([...crossed].map((marble) => ranks[marble])).toEqual([1, 2, 3, 4, 5, 6]);
      }),
      { numRuns: 30 },
    );
  });

  test("the finish replay reaches the line before the podium appears", () => {
    const view = viewOf(SLUG, outcomeOf([1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5]), "result");
    const poses = Array.from({ length: 100 }, (_, i) => scene.pose(view, i * 50));
    const replay = poses.slice(
      0,
      poses.findIndex(({ shot }) => shot === "plinth"),
    );
    expect(replay.at(-1)?.isFrozen).toBe(true);
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
});
