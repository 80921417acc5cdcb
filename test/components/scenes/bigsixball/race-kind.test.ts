import { describe, expect, test } from "vitest";
import { raceOf, rowsOf } from "../../../../components/scenes/bigsixball/race.ts";
import type { Run } from "../../../../components/scenes/bigsixball/race.ts";
import { RACE_KINDS, raceKindOf } from "../../../../src/games/bigsixball/race-kind.ts";
import type { RaceKind } from "../../../../src/games/bigsixball/race-kind.ts";

const RANKS = [1, 2, 3, 4, 5, 6];
const LANES = [0, 1, 2, 3, 4, 5];
const ROUNDS = Array.from({ length: 400 }, (_, i) => i + 1);

/** Races of a kind, the first ball the winner. */
function racesOf(kind: RaceKind): Run[][] {
  return ROUNDS.filter((round) => raceKindOf(round, RANKS) === kind).map((round) =>
    raceOf(round, RANKS, LANES),
  );
}

/** How far the winner leads the best of the rest, in lengths of the course; negative behind it. */
function leadAt(runs: readonly Run[], ms: number): number {
  const [winner = 0, ...rest] = runs.map((run) => run.at(ms));
  return winner - Math.max(...rest);
}

/** The moment at which the first ball has come so far, to 10 ms. */
function timeOf(runs: readonly Run[], along: number): number {
  let ms = 0;
  while (Math.max(...runs.map((run) => run.at(ms))) < along) {
    ms += 10;
  }
  return ms;
}

describe("the story of a race", () => {
  test("depends on the round and its ranking, and every kind is frequent enough", () => {
    for (const kind of RACE_KINDS) {
      const share = racesOf(kind).length / ROUNDS.length;
      expect(share).toBeGreaterThan(0.15);
      expect(share).toBeLessThan(0.35);
    }
    expect(raceKindOf(7, RANKS)).toBe(raceKindOf(7, [...RANKS]));
    const others = ROUNDS.map((round) => raceKindOf(round, RANKS.toReversed()));
    expect(others).not.toEqual(ROUNDS.map((round) => raceKindOf(round, RANKS)));
  });

  test("a photo finish: three within a ball of each other, and a last tenth that takes its time", () => {
    for (const runs of racesOf("photo")) {
      const [first, , third] = runs;
      const near = runs.slice(0, 3).map((run) => run.at((first?.finishMs ?? 0) - 1));
      expect(Math.max(...near) - Math.min(...near)).toBeLessThan(0.02);
      const whole = (first?.finishMs ?? 0) - timeOf(runs, 0.001);
      expect((first?.finishMs ?? 0) - timeOf(runs, 0.9)).toBeGreaterThan(whole * 0.24);
      expect((third?.finishMs ?? 0) - (first?.finishMs ?? 0)).toBeLessThan(200);
    }
  });

  test("a runaway: nobody is near the winner on the line, and its last tenth is quick", () => {
    for (const runs of racesOf("runaway")) {
      const first = runs[0]?.finishMs ?? 0;
      expect(leadAt(runs, first)).toBeGreaterThan(0.07);
      expect(first - timeOf(runs, 0.9)).toBeLessThan((first - timeOf(runs, 0.001)) * 0.23);
    }
  });

  test("from last to first: the winner is last half-way and wins all the same", () => {
    for (const runs of racesOf("comeback")) {
      const half = timeOf(runs, 0.5);
      expect(rowsOf(runs.map((run) => run.at(half)))[0]).toBeGreaterThan(4);
      expect(leadAt(runs, runs[0]?.finishMs ?? 0)).toBeGreaterThan(0);
    }
  });

  test("a battle: the first two take the lead from each other again and again, with gaps to see", () => {
    for (const runs of racesOf("battle")) {
      const leads: number[] = [];
      for (let ms = 2_500; ms < 9_000; ms += 50) {
        leads.push((runs[0]?.at(ms) ?? 0) - (runs[1]?.at(ms) ?? 0));
      }
      const changes = leads.filter((lead, i) => i > 0 && lead > 0 !== (leads[i - 1] ?? 0) > 0);
      expect(changes.length).toBeGreaterThanOrEqual(3);
      expect(Math.max(...leads)).toBeGreaterThan(0.02);
      expect(Math.min(...leads)).toBeLessThan(-0.02);
    }
  });
});
