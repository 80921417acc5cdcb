import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extras } from "../../../../components/scenes/bigsixball/extras.ts";
import { raceOf } from "../../../../components/scenes/bigsixball/race.ts";
import { contestOf } from "../../../../components/scenes/bigsixball/replay-moment.ts";
import { Replay } from "../../../../components/scenes/bigsixball/replay.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { PODIUM_MS } from "../../../../components/scenes/bigsixball/times.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import { times } from "../../../support/effort.ts";
import { recordingKit } from "../recording-kit.ts";
import { viewOf } from "../states.ts";
import { races } from "./any-race.ts";
import type { RaceSeeds } from "./any-race.ts";

describe("the replay of a finish", () => {
  const teams = ["rovers", "united", "city", "wanderers", "athletic", "rangers"] as const;
  const viewOfRace = ({ round, ranks, lanes }: RaceSeeds) => {
    const result_map = Object.fromEntries(teams.map((team, i) => [team, ranks[i]]));
    const outcome = { result_map, team_order: lanes } as unknown as BigSixBallOutcome;
    return viewOf("bigsixball", outcome, "result", round);
  };
  const replayAt = (view: ReturnType<typeof viewOfRace>, ms: number) =>
    extras.pose(view, ms, scene.pose(view, ms), (at) => scene.pose(view, at))[0].replay;

  test("follows the line without a cut back to it, and stands until the podium rises", () => {
    fc.assert(
      fc.property(races, (seeds) => {
        const view = viewOfRace(seeds);
        const before = { ...view, state: { ...view.state, phase: "revealing" as const } };
        // Bars and the words for slow motion once stood over balls that still rolled out.
        expect(replayAt(before, 60_000)).toMatchObject({ bars: 0, titled: 0, seen: 0, balls: [] });
        expect(replayAt(view, 0)).toMatchObject({ bars: 0, titled: 0, seen: 0 });
        expect(replayAt(view, 300)).toMatchObject({ bars: 1, titled: 1, seen: 1 });
        const seen = [0, 300, 1_200, 2_000, 2_500, PODIUM_MS.at - 1, PODIUM_MS.at, 6_000].map(
          (ms) => replayAt(view, ms).seen,
        );
        expect(seen).toEqual([0, 1, 1, 1, 1, 1, 0, 0]);
        for (let ms = 0; ms <= PODIUM_MS.storyAt; ms += 100) {
          const { podium, story } = scene.pose(view, ms);
          expect([podium, story]).toEqual([0, 0]);
        }
      }),
      { numRuns: 8 },
    );
  });

  test("is cut to, and cut away from: no camera flashes before it, and no two pictures are mixed", () => {
    const view = viewOfRace({ round: 7, ranks: [1, 2, 3, 4, 5, 6], lanes: [0, 1, 2, 3, 4, 5] });
    const { replayAt: fromMs, at: untilMs } = PODIUM_MS;
    for (let ms = 0; ms <= 6_000; ms += 10) {
      const race = { ...scene.pose(view, ms), drama: "photo" as const };
      const [{ replay }, [{ flashing }]] = extras.pose(view, ms, race, (then) =>
        scene.pose(view, then),
      );
      expect([ms, replay.seen]).toEqual([ms, ms >= fromMs && ms < untilMs ? 1 : 0]);
      expect(ms < fromMs ? flashing : 0).toBe(0);
    }
  });

  // Bars once shut over the replay, and the podium rose after that: for a third of a second all was black.
  test("gives way to a podium that already rises in its stadium, never to black", () => {
    const view = viewOfRace({ round: 7, ranks: [1, 2, 3, 4, 5, 6], lanes: [0, 1, 2, 3, 4, 5] });
    for (let ms = PODIUM_MS.at; ms <= 6_000; ms += 10) {
      const { veil, podium, story } = scene.pose(view, ms);
      // Where the replay no longer covers the course, nothing of that is seen either.
      expect([ms, veil, podium > 0.4, story]).toEqual([ms, 1, true, 0]);
    }
    const before = scene.pose(view, PODIUM_MS.at - 1);
    expect(before.balls.map(({ up }) => up)).toEqual(before.balls.map(() => 0));
  });

  const runsOf = ({ round, ranks, lanes }: { round: number; ranks: number[]; lanes: number[] }) =>
    raceOf(
      round,
      ranks,
      lanes.map((_, i) => lanes.indexOf(i)),
    );

  // It stood as the winner touched the line, and told how far behind the others would be: where the far lanes lie
  // deeper in the picture, some of those had the look of being before others that came in earlier. And where the
  // winner was clear it was spent on nothing: the second and the third came in as the podium was cut to.
  test("stands a moment as the first of the contest touches the line, and goes on until both and three are in", () => {
    const seen = new Set<number>();
    fc.assert(
      fc.property(races, (seeds) => {
        const view = viewOfRace(seeds);
        const contest = contestOf(
          runsOf(seeds)
            .runs.map(({ finishMs }) => finishMs)
            .toSorted((a, b) => a - b),
        );
        seen.add(contest);
        const [first, other] = [1, 2].map((nth) => seeds.ranks.indexOf(contest + nth));
        for (const ms of [1_780, 1_900, 2_040]) {
          expect(replayAt(view, ms).balls[first ?? -1]?.beyond).toBeCloseTo(0, 6);
          expect(replayAt(view, ms).pair).toEqual([first, other]);
        }
        const ends = replayAt(view, PODIUM_MS.at - 1);
        expect(ends.behind).toBeGreaterThan(0);
        const over = ends.balls.filter(({ rank, beyond }) => rank > 0 && beyond > 1);
        expect(over.length).toBeGreaterThanOrEqual(Math.max(3, contest + 2));
      }),
      { numRuns: times(40, 100) },
    );
    expect([...seen].toSorted()).toEqual([0, 1, 2]);
  });

  test("has the closest two of the first four as its contest, but for a winner whom another was near to", () => {
    expect(contestOf([0, 20, 30, 200, 300, 400])).toBe(0);
    expect(contestOf([0, 90, 160, 230, 300, 400])).toBe(0);
    expect(contestOf([0, 120, 190, 320, 330, 400])).toBe(1);
    expect(contestOf([0, 120, 290, 360, 365, 400])).toBe(2);
    expect(contestOf([0, 120, 290, 460, 465, 470])).toBe(0);
    expect(contestOf([0, 600, 790, 860, 865, 870])).toBe(2);
  });

  test("comes near to a contest once the winner is over the line, and sees all of it at the end", () => {
    let most = 0;
    fc.assert(
      fc.property(races, (seeds) => {
        const view = viewOfRace(seeds);
        const winner = seeds.ranks.indexOf(1);
        for (let ms = 0; ms < PODIUM_MS.at; ms += 20) {
          const { near, balls } = replayAt(view, ms);
          const isBefore = (balls[winner]?.beyond ?? -1) <= 0;
          expect([ms, near > 0 && (isBefore || ms >= PODIUM_MS.storyAt)]).toEqual([ms, false]);
          most = Math.max(most, near);
        }
      }),
      { numRuns: times(8, 40) },
    );
    expect(most).toBe(1);
  });

  // The cause: the camera stood where it sees all of the course, and balls that ran in one pack were small.
  test("is as near as balls are to each other: the strip that it sees is theirs, and all of them are on it", () => {
    const halves: number[] = [];
    fc.assert(
      fc.property(races, (seeds) => {
        const view = viewOfRace(seeds);
        const shown = Array.from({ length: 14 }, (_, i) => replayAt(view, 100 + 200 * i));
        const [{ half } = { half: 0 }] = shown;
        const across = shown.flatMap(({ balls }) => balls.map((ball) => ball.across));
        halves.push(half);
        expect(shown.map((one) => one.half)).toEqual(shown.map(() => half));
        expect(Math.max(...across) - half).toBeLessThan(0.2);
        expect(Math.min(...across) + half).toBeGreaterThan(-0.2);
      }),
      { numRuns: times(12, 60) },
    );
    // All of the course is 3.3 to either side.
    expect(halves.reduce((sum, half) => sum + half, 0) / halves.length).toBeLessThan(2.7);
  });

  test("draws balls larger that are near each other", () => {
    const { kit, parts } = recordingKit();
    const replay = new Replay(
      kit,
      ["1", "2"].map((letter, pattern) => ({ letter, fill: "#a00", ink: "#fff", pattern })),
      { slow: "", photo: "", first: "1st" },
    );
    replay.fit({ width: 830, height: 440 });
    const scaleOf = (half: number) => {
      const balls = [-1, 1].map((across) => ({ beyond: -1, across, rank: 0, gapMs: 0 }));
      const seen = { bars: 1, titled: 0, seen: 1, isClose: false, behind: 1, near: 0 };
      replay.show({ ...seen, pair: [0, 1], half, balls });
      return Number(parts.filter(({ kind }) => kind === "ball")[1]?.at.scale);
    };
    expect(scaleOf(2.2) / scaleOf(3.3)).toBeGreaterThan(1.3);
  });

  test("never goes back, and no faster than the race was", () => {
    fc.assert(
      fc.property(races, (seeds) => {
        const view = viewOfRace(seeds);
        const { runs, course } = runsOf(seeds);
        const last = seeds.ranks.indexOf(6);
        const fastest = Math.max(
          ...Array.from({ length: 250 }, (_, i) => {
            const run = runs[last];
            return run ? (run.at(11_400 + 20 * i) - run.at(11_380 + 20 * i)) * course.length : 0;
          }),
        );
        let before = replayAt(view, 100).balls[last]?.beyond ?? 0;
        for (let ms = 120; ms < PODIUM_MS.at; ms += 20) {
          const now = replayAt(view, ms).balls[last]?.beyond ?? 0;
          expect(now).toBeGreaterThanOrEqual(before - 1e-9);
          expect(now - before).toBeLessThan(fastest * 1.4);
          before = now;
        }
      }),
      { numRuns: times(8, 40) },
    );
  });

  test("has balls as far apart as they were, at a quarter of the speed where it matters, and ranks none before it is in", () => {
    fc.assert(
      fc.property(races, (seeds) => {
        const view = viewOfRace(seeds);
        const { runs, course } = runsOf(seeds);
        const finishes = runs.map(({ finishMs }) => finishMs).toSorted((a, b) => a - b);
        const firstMs = finishes[0] ?? 0;
        const touchedMs = finishes[contestOf(finishes)] ?? 0;
        for (const [i, run] of runs.entries()) {
          // A fortieth of a second of the race in a tenth.
          for (const beforeMs of [60, 35, 10]) {
            const { balls } = replayAt(view, 1_780 - 4 * beforeMs);
            const far = (run.at(touchedMs - beforeMs) - 1) * course.length;
            expect(balls[i]?.beyond).toBeCloseTo(far, 6);
          }
        }
        for (let ms = 100; ms < 3_000; ms += 50) {
          const { balls } = replayAt(view, ms);
          for (const [i, { rank, gapMs, beyond }] of balls.entries()) {
            expect(rank === 0 || beyond > -1e-6).toBe(true);
            expect(rank).toBe(beyond > 1e-6 ? seeds.ranks[i] : rank);
            expect(gapMs).toBeCloseTo((runs[i]?.finishMs ?? 0) - firstMs, 6);
          }
        }
      }),
      { numRuns: times(4, 10) },
    );
  });
});
