import { describe, expect, test } from "vitest";
import { storyOf } from "../../../../components/scenes/bigsixball/race-story.ts";
import { raceOf } from "../../../../components/scenes/bigsixball/race.ts";
import type { Run } from "../../../../components/scenes/bigsixball/race.ts";
import { RACE_KINDS, raceKindOf } from "../../../../src/games/bigsixball/race-kind.ts";
import type { RaceKind } from "../../../../src/games/bigsixball/race-kind.ts";

const RANKS = [1, 2, 3, 4, 5, 6];
const LANES = [0, 1, 2, 3, 4, 5];
const ROUNDS = Array.from({ length: 400 }, (_, i) => i + 1);

/** Races of a kind, the first ball the winner. */
function racesOf(kind: RaceKind): (readonly Run[])[] {
  return ROUNDS.filter((round) => raceKindOf(round, RANKS) === kind)
    .slice(0, 12)
    .map((round) => raceOf(round, RANKS, LANES).runs);
}

/** What is between the first two on the line, in ms. */
const gapOf = ([first, second]: readonly Run[]): number =>
  (second?.finishMs ?? 0) - (first?.finishMs ?? 0);

describe("the story of a race", () => {
  test("depends on the round and its ranking, and every kind is frequent enough", () => {
    for (const kind of RACE_KINDS) {
      const share =
        ROUNDS.filter((round) => raceKindOf(round, RANKS) === kind).length / ROUNDS.length;
      expect(share).toBeGreaterThan(0.15);
      expect(share).toBeLessThan(0.35);
    }
    expect(raceKindOf(7, RANKS)).toBe(raceKindOf(7, [...RANKS]));
    const others = ROUNDS.map((round) => raceKindOf(round, RANKS.toReversed()));
    expect(others).not.toEqual(ROUNDS.map((round) => raceKindOf(round, RANKS)));
  });

  test("a photo finish: three within a ball of each other, and the others behind them", () => {
    for (const runs of racesOf("photo")) {
      const [first, , third] = runs;
      const near = runs.slice(0, 3).map((run) => run.at((first?.finishMs ?? 0) - 1));
      // A ball is an 130th of the course.
      expect(Math.max(...near) - Math.min(...near)).toBeLessThan(1 / 130);
      expect((third?.finishMs ?? 0) - (first?.finishMs ?? 0)).toBeLessThan(70);
    }
  });

  test("a runaway: nobody is near the winner on the line", () => {
    for (const runs of racesOf("runaway")) {
      expect(gapOf(runs)).toBeGreaterThan(450);
    }
  });

  test("is not named for what nobody has seen: from last to first is one who was last as the last straight began", () => {
    expect(storyOf(150, 5)).toBe("comeback");
    expect(storyOf(150, 4)).toBe("comeback");
    expect(storyOf(150, 2)).toBe("none");
    expect(storyOf(500, 1)).toBe("runaway");
    expect(storyOf(60, 1)).toBe("battle");
    expect(storyOf(20, 5)).toBe("photo");
    for (const runs of racesOf("battle")) {
      expect(storyOf(gapOf(runs), 0)).toBe("battle");
    }
    for (const runs of racesOf("comeback")) {
      expect(storyOf(gapOf(runs), 0)).toBe("none");
    }
  });
});
