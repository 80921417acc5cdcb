import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extras } from "../../../../components/scenes/bigsixball/extras.ts";
import { raceOf } from "../../../../components/scenes/bigsixball/race.ts";
import { contestOf } from "../../../../components/scenes/bigsixball/replay-moment.ts";
import { Replay } from "../../../../components/scenes/bigsixball/replay.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { PODIUM_MS, podiumMs } from "../../../../components/scenes/bigsixball/times.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import { times } from "../../../support/effort.ts";
import { recordingKit } from "../recording-kit.ts";
import { viewOf } from "../states.ts";
import { LANES, races } from "./any-race.ts";
import type { RaceSeeds } from "./any-race.ts";

describe("the replay of a finish", () => {
  const teams = ["rovers", "united", "city", "wanderers", "athletic", "rangers"] as const;
  const viewOfRace = ({ round, ranks, lanes }: RaceSeeds) => {
    const result_map = Object.fromEntries(teams.map((team, i) => [team, ranks[i]]));
    const outcome = { result_map, team_order: lanes } as unknown as BigSixBallOutcome;
    return viewOf("bigsixball", outcome, "result", round);
  };
  /** How much sooner than usual a replay ends: 0 but for a race that was won clearly. */
  const soonerOf = (view: ReturnType<typeof viewOfRace>) => podiumMs(view, 0);
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
        const sooner = soonerOf(view);
        const endsMs = PODIUM_MS.at - sooner;
        const seen = [0, 300, 1_200, endsMs - 500, endsMs - 1, endsMs, 6_000].map(
          (ms) => replayAt(view, ms).seen,
        );
        expect(seen).toEqual([0, 1, 1, 1, 1, 0, 0]);
        for (let ms = 0; ms <= PODIUM_MS.storyAt - sooner; ms += 100) {
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
    // Nor was it ever seen empty: the third is in the air as it is cut to.
    const { balls } = scene.pose(view, PODIUM_MS.at);
    const flying = balls.filter(({ up }) => up > 0.3 && up < 1);
    expect(flying.map(({ step }) => step)).toEqual([3]);
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
        const sooner = soonerOf(view);
        const [first, other] = [1, 2].map((nth) => seeds.ranks.indexOf(contest + nth));
        for (const ms of [1_780, 1_900, 2_040]) {
          expect(replayAt(view, ms - sooner).balls[first ?? -1]?.beyond).toBeCloseTo(0, 6);
          // One who was clear has the picture for itself.
          expect(replayAt(view, ms - sooner).pair).toEqual([first, sooner > 0 ? first : other]);
        }
        const ends = replayAt(view, PODIUM_MS.at - sooner - 1);
        expect(ends.behind).toBeGreaterThan(0);
        const over = ends.balls.filter(({ rank, beyond }) => rank > 0 && beyond > 1);
        expect(over.length).toBeGreaterThanOrEqual(sooner > 0 ? 1 : Math.max(3, contest + 2));
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
    // The cause: after a walkover the second and the third were dwelt upon.
    expect(contestOf([0, 600, 790, 860, 865, 870])).toBe(0);
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
          // But for one who was clear.
          const isAlone = soonerOf(view) > 0;
          expect([ms, near > 0 && !isAlone && (isBefore || ms >= PODIUM_MS.storyAt)]).toEqual([
            ms,
            false,
          ]);
          expect(near > 0 || !isAlone).toBe(true);
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
      replay.show({ ...seen, pair: [0, 1], half, winner: 0, struckMs: -1, balls });
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
        const touchAtMs = 1_780 - soonerOf(view);
        for (const [i, run] of runs.entries()) {
          // A fortieth of a second of the race in a tenth.
          for (const beforeMs of [60, 35, 10]) {
            const { balls } = replayAt(view, touchAtMs - 4 * beforeMs);
            const far = (run.at(touchedMs - beforeMs) - 1) * course.length;
            expect(balls[i]?.beyond).toBeCloseTo(far, 6);
          }
        }
        for (let ms = 100; ms < touchAtMs + 1_220; ms += 50) {
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

  describe("of a race that was won clearly", () => {
    const clear = { round: 9, ranks: [1, 2, 3, 4, 5, 6], lanes: [0, 1, 2, 3, 4, 5] };
    const view = viewOfRace(clear);
    const gapOf = (seeds: RaceSeeds) => {
      const [first = 0, second = 0] = runsOf(seeds)
        .runs.map(({ finishMs }) => finishMs)
        .toSorted((a, b) => a - b);
      return second - first;
    };

    test("is a second shorter, and that of no other is", () => {
      fc.assert(
        fc.property(races, (seeds) => {
          expect(soonerOf(viewOfRace(seeds))).toBe(gapOf(seeds) > 300 ? 1_000 : 0);
        }),
        { numRuns: times(40, 200) },
      );
      expect(soonerOf(view)).toBe(1_000);
    });

    test.each([
      { width: 830, height: 440 },
      { width: 390, height: 440 },
      { width: 320, height: 137 },
    ])("has its winner close, and whole in $width x $height until the end", (size) => {
      const { kit, parts } = recordingKit();
      const marks = LANES.map((i) => ({ letter: `${i}`, fill: "#a00", ink: "#fff", pattern: i }));
      const replay = new Replay(kit, marks, { slow: "", photo: "", first: "1st" });
      replay.fit(size);
      const [group, ball] = [
        parts.find(({ kind }) => kind === "group"),
        parts.find(({ kind }) => kind === "ball"),
      ];
      const winnerAt = (ms: number, more = {}) => {
        replay.show({ ...replayAt(view, ms), ...more });
        const scale = Number(group?.at.scale);
        const wide = scale * Number(ball?.at.scale) * (ball?.fitPx ?? 0);
        const [x, y] = [group, group].map((part, i) =>
          i === 0
            ? (part?.at.x ?? 0) + scale * (ball?.at.x ?? 0)
            : (part?.at.y ?? 0) + scale * (ball?.at.y ?? 0),
        );
        return { x: x ?? 0, y: y ?? 0, wide };
      };
      for (let ms = 100; ms < 2_000; ms += 20) {
        const { x, y, wide } = winnerAt(ms);
        const isWhole = x > wide / 2 && x < size.width - wide / 2 && y > wide / 2;
        expect([ms, isWhole && y < size.height - wide / 2]).toEqual([ms, true]);
      }
      expect(winnerAt(900).wide).toBeGreaterThan(1.3 * winnerAt(900, { near: 0 }).wide);
    });

    // How it is told follows from the whole ranking: before the line that would name the winner.
    test("is known from no picture, voice or word before its line", () => {
      const seen = new Set<number>();
      fc.assert(
        fc.property(races, (seeds) => {
          // The same race but for who wins it.
          const others = [1, 2, 3].map((by) => seeds.ranks.map((rank) => ((rank + by) % 6) + 1));
          const all = [seeds.ranks, ...others].map((ranks) => viewOfRace({ ...seeds, ranks }));
          const { homeMs } = runsOf(seeds);
          const shownAt = (one: (typeof all)[0], phase: "betting" | "revealing", ms: number) => {
            const { result_map, team_order, ...rest } = one.state;
            const fields = phase === "betting" ? {} : { result_map, team_order };
            const now = { ...one, state: { ...rest, ...fields, phase } } as typeof one;
            const race = scene.pose(now, ms);
            const [{ race: _, ...more }, [rare, [fan, marshal]]] = extras.pose(
              now,
              ms,
              race,
              (at) => scene.pose(now, at),
            );
            return { race, more, rare, fan, marshal, rests: scene.restsAfterMs(now) };
          };
          all.forEach((one) => seen.add(soonerOf(one)));
          for (const ms of [0, 2_000, 5_000, 9_000, homeMs - 1]) {
            for (const phase of ["betting", "revealing"] as const) {
              const [first, ...rest] = all.map((one) => shownAt(one, phase, ms));
              rest.forEach((one) => expect(one).toEqual(first));
            }
          }
        }),
        { numRuns: times(4, 20) },
      );
      expect([...seen].toSorted()).toEqual([0, 1_000]);
    });
  });
});
