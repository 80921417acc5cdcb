import { describe, expect, test } from "vitest";
import { courseLayout } from "../../../../components/scenes/bigsixball/course.ts";
import { crossingAt } from "../../../../components/scenes/bigsixball/crossing.ts";
import { largerAt } from "../../../../components/scenes/bigsixball/race-balls.ts";
import { jostled } from "../../../../components/scenes/bigsixball/race-jostle.ts";
import { entriesOf } from "../../../../components/scenes/bigsixball/race-moment.ts";
import { raceOf } from "../../../../components/scenes/bigsixball/race.ts";
import type { Run } from "../../../../components/scenes/bigsixball/race.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import { NO_SPARKS, sparksAt } from "../../../../components/scenes/bigsixball/sparks.ts";
import { RACE_MS, raceMsAt, seenMsOf } from "../../../../components/scenes/bigsixball/times.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import type { RaceKind } from "../../../../src/games/bigsixball/race-kind.ts";
import { raceKindOf } from "../../../../src/games/bigsixball/race-kind.ts";
import { fixtures } from "../../../../src/previews/fixtures.ts";
import { BOXES } from "../boxes.ts";
import { viewOf } from "../states.ts";
import { LANES } from "./any-race.ts";

const RANKS = [1, 2, 3, 4, 5, 6];
const outcome = fixtures["bigsixball"]?.[0]?.outcome as BigSixBallOutcome;
/** The first round in which the outcome comes about so. */
const roundOf = (kind: RaceKind) =>
  Array.from({ length: 60 }, (_, i) => i + 1).find(
    (round) => raceKindOf(round, Object.values(outcome.result_map)) === kind,
  );

/** Which balls touch which on the last straight of a race, before the first is in, and when first. */
function touchesOf(round: number, ranks: readonly number[]) {
  const { runs, homeMs, course } = raceOf(round, ranks, LANES);
  const firstMs = Math.min(...runs.map(({ finishMs }) => finishMs));
  const touches = new Map<string, { pair: [number, number]; ms: number }>();
  for (let ms = homeMs + 20; ms < firstMs; ms += 10) {
    const at = runs.map((run) => course.path.at(run.at(ms) * course.length, run.across(ms)));
    for (const [i, one] of at.entries()) {
      for (const [nth, other] of at.slice(0, i).entries()) {
        const key = `${nth} ${i}`;
        if (Math.hypot(one.x - other.x, one.y - other.y) < 1.05 && !touches.has(key)) {
          touches.set(key, { pair: [nth, i], ms });
        }
      }
    }
  }
  return { touches: [...touches.values()], runs, homeMs, course };
}

// The cause: a winner drew away and nobody saw why.
describe("on the last straight", () => {
  const all = Array.from({ length: 60 }, (_, i) => touchesOf(i * 31 + 1, RANKS));

  test("balls touch in nearly every race, the winner among them", () => {
    expect(all.filter(({ touches }) => touches.length > 1).length).toBeGreaterThan(54);
    const own = all.filter(({ touches }) => touches.some(({ pair }) => pair.includes(0)));
    expect(own.length).toBeGreaterThan(20);
  });

  // The cause: each ball kept its height to the line, as if it had a lane to itself.
  test("they leave their lines: they drift across the course, and go from one side of another to its other side", () => {
    let [drifted, crossed] = [0, 0];
    for (const { runs, homeMs } of all) {
      const ways = runs.map(({ across, finishMs }) =>
        Array.from({ length: Math.floor((finishMs - homeMs) / 10) }, (_, i) =>
          across(homeMs + 10 * i),
        ),
      );
      for (const [i, way] of ways.entries()) {
        drifted += Math.max(...way) - Math.min(...way) > 1 ? 1 : 0;
        for (const other of ways.slice(0, i)) {
          const end = Math.min(way.length, other.length) - 1;
          const isLeft = (nth: number) => (way[nth] ?? 0) < (other[nth] ?? 0);
          crossed += isLeft(0) === isLeft(end) ? 0 : 1;
        }
      }
    }
    expect(drifted / (all.length * 6)).toBeGreaterThan(0.7);
    expect(crossed / all.length).toBeGreaterThan(2.5);
  });

  test("their lines are made of what was seen: they are the same whatever comes after", () => {
    const straight = { round: 7, homeMs: 0, overMs: 3_000, length: 130, room: () => 3.3 };
    const [kept, left] = [0, 2].map((gains) =>
      jostled(
        LANES.map((lane): Omit<Run, "launchMs"> => ({
          finishMs: 2_400,
          at: (ms: number) =>
            (0.012 * ms + (lane % 3) + (gains * lane * Math.max(0, ms - 1_000)) / 1_000) / 130,
          across: () => (lane - 2.5) * 1.3,
        })),
        straight,
      ),
    );
    for (const [lane, run] of (kept ?? []).entries()) {
      for (let ms = 0; ms <= 1_000; ms += 10) {
        expect(left?.[lane]?.across(ms)).toBe(run.across(ms));
      }
    }
    expect(left?.map((run) => run.across(1_800))).not.toEqual(
      kept?.map((run) => run.across(1_800)),
    );
  });

  // The cause: it was level with another, and 0.4 s ahead of it after 0.6 s.
  test("the first draws away over all of it: in no 0.6 s that are seen it gains as much as a third of a second", () => {
    const gains = all.map(({ runs, homeMs, course }) => {
      const firstMs = runs[0]?.finishMs ?? 0;
      const ahead: number[] = [];
      for (let seenMs = seenMsOf(homeMs); seenMs <= seenMsOf(firstMs); seenMs += 20) {
        const [first = 0, ...others] = runs.map((run) => run.at(raceMsAt(seenMs)) * course.length);
        ahead.push(first - Math.max(...others));
      }
      return Math.max(...ahead.slice(30).map((far, i) => far - (ahead[i] ?? 0)));
    });
    // In widths: a field runs 13 of them a second.
    expect(Math.max(...gains)).toBeLessThan(4.4);
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
    expect(mean).toBeGreaterThan(1);
    expect(mean).toBeLessThan(2.2);
  });

  test("balls that strike each other lose speed at once", () => {
    const lost: number[] = [];
    for (const { touches, runs, course, homeMs } of all) {
      for (const { pair, ms } of touches.filter((touch) => touch.ms > homeMs + 240)) {
        const pace = (ball: number, at: number) =>
          ((runs[ball]?.at(at + 60) ?? 0) - (runs[ball]?.at(at) ?? 0)) * course.length;
        const apart = (at: number) =>
          Math.abs((runs[pair[0]]?.across(at) ?? 0) - (runs[pair[1]]?.across(at) ?? 0));
        // Who only leans on another loses nothing.
        if (apart(ms - 30) - apart(ms - 10) > 0.025) {
          lost.push(...pair.map((ball) => 1 - pace(ball, ms + 20) / pace(ball, ms - 80)));
        }
      }
    }
    expect(lost.length).toBeGreaterThan(40);
    expect(lost.reduce((sum, share) => sum + share, 0) / lost.length).toBeGreaterThan(0.12);
  });

  test("sparks fly where they touch, for a moment", () => {
    const flyingIn = (round: number) => {
      const entries = entriesOf(viewOf("bigsixball", outcome, "revealing", round));
      if (!entries) {
        throw new Error("There is a race.");
      }
      return Array.from({ length: 760 }, (_, i) => sparksAt(entries, 12_000 + 5 * i));
    };
    const brightest = (one: ReturnType<typeof flyingIn>) =>
      Math.max(...one.map(({ alpha }) => alpha));
    const [flying = []] = Array.from({ length: 10 }, (_, i) => flyingIn(i + 1)).toSorted(
      (a, b) => brightest(b) - brightest(a),
    );
    const seen = flying.filter(({ alpha }) => alpha > 0.1);
    expect(brightest(flying)).toBeGreaterThan(0.7);
    expect(seen.length * 5).toBeGreaterThan(200);
    expect(flying.at(-1)).toEqual(NO_SPARKS);
  });
});

describe("the line", () => {
  const at = (
    ms: number,
    phase: "revealing" | "result" | "waiting" = "revealing",
    round = roundOf("runaway"),
  ) => {
    const view = viewOf("bigsixball", outcome, phase, round);
    return crossingAt(view, ms, scene.pose(view, ms));
  };

  test("strikes as the first ball is over it and not before, and its ribbons have that ball's colour", () => {
    const view = viewOf("bigsixball", outcome, "revealing", roundOf("runaway"));
    const runs = entriesOf(view)?.runs ?? [];
    const firstMs = Math.min(...runs.map(({ finishMs }) => finishMs));
    const seenMs = seenMsOf(firstMs);
    for (let ms = 0; ms < seenMs - 1; ms += 400) {
      expect(at(ms)).toEqual({ sinceMs: -1, round: 0, winner: -1, across: 0 });
    }
    const { sinceMs, winner, across } = at(seenMs + 20);
    // Where that was stays marked on the line.
    expect(across).toBe(runs[winner]?.across(firstMs));
    expect(at(seenMs + 400).across).toBe(across);
    expect(sinceMs).toBeCloseTo(20, 0);
    expect(runs[winner]?.finishMs).toBe(firstMs);
    expect(raceMsAt(RACE_MS.restsAt)).toBeGreaterThan(firstMs);
  });

  test("says of no ball that it was first where the eye cannot tell", () => {
    for (const ms of [14_000, 14_600, 15_500]) {
      expect(at(ms, "revealing", roundOf("photo"))).toMatchObject({ winner: -1 });
    }
  });

  test("has ribbons on it until the podium, and none for the next race", () => {
    expect(at(90, "result").sinceMs).toBeGreaterThan(3_000);
    expect(at(3_000, "result").sinceMs).toBe(-1);
    expect(at(0, "waiting").sinceMs).toBe(-1);
  });
});

// In a tall box the winner came to rest beneath the list, and bars cut it.
test.each(BOXES)(
  "in $width x $height all six come to rest in the picture, clear of the list",
  (size) => {
    const layout = courseLayout(size);
    for (let round = 1; round <= 20; round++) {
      const view = viewOf("bigsixball", outcome, "revealing", round);
      const { balls, camera } = scene.pose(view, RACE_MS.restsAt);
      const shot = layout.shot(camera);
      const reach = (shot.unit * largerAt(shot.unit)) / 2;
      for (const ball of balls) {
        const { x, y } = layout.seen(shot, ball);
        expect([round, y - reach > layout.list.foot - 1, x + reach < size.width + 1]).toEqual([
          round,
          true,
          true,
        ]);
      }
    }
  },
);
