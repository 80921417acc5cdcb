import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { raceRunAt } from "../../../../components/scenes/bigsixball/race-moment.ts";
import type { Entries } from "../../../../components/scenes/bigsixball/race-moment.ts";
import { raceOf } from "../../../../components/scenes/bigsixball/race.ts";
import type { Run } from "../../../../components/scenes/bigsixball/race.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { RACE_MS, raceMsAt } from "../../../../components/scenes/bigsixball/times.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import { raceKindOf } from "../../../../src/games/bigsixball/race-kind.ts";
import { findGame } from "../../../../src/games/index.ts";
import type { Phase } from "../../../../src/round/phases.ts";
import { viewOf } from "../states.ts";
import { LANES, races, shuffled } from "./any-race.ts";
import type { RaceSeeds } from "./any-race.ts";

/*
 * The cause: the lane of the ball that was to win glowed while it was last of all, and through the slow
 * motion of a photo finish, list and lane named the winner.
 */

/** The same race until a moment, after which each ball goes the rest of its way as another one did. */
function turnedAt({ runs, ...race }: Entries, atMs: number, others: readonly number[]): Entries {
  const turned = runs.map((run, i): Run => {
    const other = runs[others[i] ?? i] ?? run;
    const [here, there] = [run.at(atMs), other.at(atMs)];
    return {
      launchMs: run.launchMs,
      finishMs: other.finishMs,
      across: (ms) => (ms <= atMs ? run.across(ms) : other.across(ms)),
      at: (ms) =>
        ms <= atMs
          ? run.at(ms)
          : other.at(ms) >= 1
            ? other.at(ms)
            : here + ((1 - here) * (other.at(ms) - there)) / (1 - there),
    };
  });
  return { ...race, runs: turned };
}

const entriesOf = ({ round, ranks, lanes }: RaceSeeds) => ({
  ...raceOf(round, ranks, lanes),
  lanes,
  round,
});

const firstOf = ({ runs }: Entries): number => Math.min(...runs.map(({ finishMs }) => finishMs));

describe("lights, list, names and camera of a race", () => {
  test("are the same for all races that were the same so far, whoever wins", () => {
    fc.assert(
      fc.property(
        races,
        fc.integer({ min: 4_000, max: 13_400 }),
        shuffled(LANES),
        (seeds, atMs, others) => {
          const race = entriesOf(seeds);
          const untilMs = Math.min(atMs, firstOf(race) - 1);
          const turned = turnedAt(race, untilMs, others);
          for (let ms = 0; ms <= untilMs; ms += 170) {
            expect(raceRunAt(turned, ms)).toEqual(raceRunAt(race, ms));
          }
          expect(raceRunAt(turned, untilMs)).toEqual(raceRunAt(race, untilMs));
        },
      ),
      { numRuns: 10 },
    );
  });

  test("are the same for all rankings until the last straight, and so is all that is heard", () => {
    fc.assert(
      fc.property(races, shuffled([1, 2, 3, 4, 5, 6]), (seeds, ranks) => {
        const [one, other] = [entriesOf(seeds), entriesOf({ ...seeds, ranks })];
        for (let ms = 0; ms < one.homeMs; ms += 170) {
          expect(raceRunAt(one, ms)).toEqual(raceRunAt(other, ms));
        }
      }),
      { numRuns: 7 },
    );
  });

  test("treat all balls alike that are as far: none has a light of its own before it is in", () => {
    fc.assert(
      fc.property(races, shuffled(LANES), (seeds, others) => {
        const race = entriesOf(seeds);
        // The same paths, run by other balls in the same lanes.
        const swapped: Entries = {
          ...race,
          runs: others.flatMap((i) => race.runs[i] ?? []),
          lanes: others.flatMap((i) => race.lanes[i] ?? []),
        };
        for (let ms = 4_500; ms < firstOf(race); ms += 450) {
          const [one, other] = [raceRunAt(race, ms), raceRunAt(swapped, ms)];
          expect(other.camera.x).toBeCloseTo(one.camera.x, 6);
          expect(other.dimming).toBe(one.dimming);
          for (const [place, i] of others.entries()) {
            expect(other.balls[place]?.speed).toBe(one.balls[i]?.speed);
          }
        }
      }),
      { numRuns: 4 },
    );
  });
});

describe("slow motion at the line", () => {
  test("never goes back nor stands, is slow as any first ball crosses, and ends with the race", () => {
    let before = -1;
    for (let ms = 0; ms <= RACE_MS.restsAt; ms += 10) {
      const now = raceMsAt(ms);
      expect(now).toBeGreaterThan(before);
      const isAtLine = now >= RACE_MS.firstFrom && now <= RACE_MS.firstUntil;
      expect(now - before).toBeLessThan(isAtLine ? 5.5 : 17);
      before = now;
    }
    expect(before).toBeCloseTo(RACE_MS.over, 6);
  });
});

describe("a photo finish", () => {
  const photos = races.filter(({ round, ranks }) => raceKindOf(round, ranks) === "photo");

  test("has words in place of its list from the line to the end of its replay, and nothing names a ball", () => {
    fc.assert(
      fc.property(photos, (seeds) => {
        const race = entriesOf(seeds);
        for (let ms = firstOf(race); ms <= RACE_MS.over; ms += 40) {
          const { ranked, doubt, balls } = raceRunAt(race, ms);
          expect([ranked, doubt]).toEqual([0, 1]);
          expect(balls.map(({ lead }) => lead)).toEqual([0, 0, 0, 0, 0, 0]);
        }
      }),
      { numRuns: 4 },
    );
  });

  // The cause: in slow motion its list stood there half faded for half a second.
  test("has its list whole or not at all, from the launch to the line", () => {
    fc.assert(
      fc.property(photos, (seeds) => {
        const race = entriesOf(seeds);
        for (
          let ms = RACE_MS.launchAt + RACE_MS.listAt + RACE_MS.list;
          ms <= RACE_MS.over;
          ms += 20
        ) {
          const { ranked, doubt } = raceRunAt(race, ms);
          expect([0, 1]).toContain(ranked);
          expect(doubt).toBe(1 - ranked);
        }
      }),
      { numRuns: 4 },
    );
  });

  test("is told apart by what the eye can see: nearly no other race is without its list", () => {
    const all = Array.from({ length: 120 }, (_, i) => {
      const round = i + 1;
      const lanes = LANES.map((lane) => (lane * 5 + round) % 6);
      const ranks = LANES.map((lane) => ((lane * 5 + (round % 11)) % 6) + 1);
      const race = entriesOf({ round, ranks, lanes });
      const { ranked } = raceRunAt(race, Math.max(...race.runs.map(({ finishMs }) => finishMs)));
      return { isPhoto: raceKindOf(round, ranks) === "photo", ranked };
    });
    expect(all.filter(({ isPhoto, ranked }) => isPhoto && ranked > 0)).toEqual([]);
    expect(all.filter(({ isPhoto, ranked }) => !isPhoto && ranked < 1).length).toBeLessThan(8);
  });
});

describe("a table without motion", () => {
  /** What it shows of a round in a phase. */
  const shown = ({ round, ranks, lanes }: RaceSeeds, phase: Phase, revealMs: number) => {
    const sides = findGame("bigsixball")?.board.sides ?? [];
    const result_map = Object.fromEntries(sides.map(({ id }, i) => [id, ranks[i]]));
    const outcome = { result_map, team_order: lanes } as unknown as BigSixBallOutcome;
    const view = { ...viewOf("bigsixball", outcome, phase, round), revealMs };
    return scene.pose(view, scene.stillMs?.(view) ?? scene.restsAfterMs(view));
  };
  const phaseMs = fc.constantFrom(16_000, 18_000);

  // The cause: all of them lay behind the line, ranked, while the bar said that they were racing.
  test("has balls before it that are on their way, the same whoever wins, while a race is run", () => {
    fc.assert(
      fc.property(races, shuffled([1, 2, 3, 4, 5, 6]), phaseMs, (seeds, ranks, revealMs) => {
        const pose = shown(seeds, "revealing", revealMs);
        expect(pose).toEqual(shown({ ...seeds, ranks }, "revealing", revealMs));
        expect(pose.balls.every(({ at, rank }) => at > 0.4 && at < 0.97 && rank === 0)).toBe(true);
        expect([pose.podium, pose.settled, pose.ranked]).toEqual([0, false, 1]);
      }),
      { numRuns: 6 },
    );
  });

  test("has the podium before it as soon as there is a result, and its list tells the same", () => {
    fc.assert(
      fc.property(races, (seeds) => {
        const { balls, podium, ranked, settled } = shown(seeds, "result", 18_000);
        expect([podium, ranked, settled]).toEqual([1, 1, true]);
        for (const { step, rank, row, titled } of balls) {
          expect(row).toBe(rank - 1);
          expect([step, titled]).toEqual(rank <= 3 ? [rank, 1] : [0, 0]);
        }
      }),
      { numRuns: 4 },
    );
  });
});
