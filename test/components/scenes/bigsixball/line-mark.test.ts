import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { courseAt, COURSES } from "../../../../components/scenes/bigsixball/courses.ts";
import { extras } from "../../../../components/scenes/bigsixball/extras.ts";
import { courseDetail } from "../../../../components/scenes/bigsixball/paint/detail.ts";
import { Replay } from "../../../../components/scenes/bigsixball/replay.ts";
import { scene } from "../../../../components/scenes/bigsixball/scene.ts";
import type { RaceTable } from "../../../../components/scenes/bigsixball/table.ts";
import { PODIUM_MS, podiumMs } from "../../../../components/scenes/bigsixball/times.ts";
import { lookOf } from "../../../../components/stage/theme.ts";
import { TEAMS } from "../../../../src/games/bigsixball/game.ts";
import type { BigSixBallOutcome } from "../../../../src/games/bigsixball/game.ts";
import type { Phase } from "../../../../src/round/phases.ts";
import { times } from "../../../support/effort.ts";
import { BOXES } from "../boxes.ts";
import { isSeen, recordingKit, textBox } from "../recording-kit.ts";
import { viewOf } from "../states.ts";
import { LANES, races } from "./any-race.ts";
import type { RaceSeeds } from "./any-race.ts";

function viewOfRace({ round, ranks, lanes }: RaceSeeds, phase: Phase = "result") {
  const result_map = Object.fromEntries(TEAMS.map((team, i) => [team, ranks[i]]));
  const outcome = { result_map, team_order: lanes } as unknown as BigSixBallOutcome;
  return viewOf("bigsixball", outcome, phase, round);
}
const replayAt = (view: ReturnType<typeof viewOfRace>, ms: number) =>
  extras.pose(view, ms, scene.pose(view, ms), (at) => scene.pose(view, at))[0].replay;

describe("the replay", () => {
  /** A replay as it is drawn in a box of its own, with the edges of what is seen of a part of it. */
  const drawnIn = (size: { width: number; height: number }) => {
    const { kit, parts } = recordingKit();
    const marks = LANES.map((_, i) => ({
      letter: `${i + 1}`,
      fill: "#a00",
      ink: "#fff",
      pattern: i,
    }));
    const replay = new Replay(kit, marks, { slow: "", photo: "", first: "1st" });
    replay.fit(size);
    const spanOf = (at: { x: number }, wide: number, from: number) => {
      const group = parts.find(({ kind }) => kind === "group")?.at;
      const scale = Number(group?.scale);
      const left = (group?.x ?? 0) + (at.x - from * wide) * scale;
      return [left, left + wide * scale] as const;
    };
    return { replay, parts, spanOf };
  };

  // A winner rolled out of the picture while others were looked at, and "+0.2" was cut to "+" at its edge.
  test.each(BOXES)(
    "keeps the winner and all that is said of balls in the picture, in $width x $height",
    (size) => {
      const { replay, parts, spanOf } = drawnIn(size);
      fc.assert(
        fc.property(races, (seeds) => {
          const view = viewOfRace(seeds);
          for (let ms = 200; ms < PODIUM_MS.at - podiumMs(view, 0); ms += 60) {
            const shown = replayAt(view, ms);
            replay.show(shown);
            const winner = parts.filter(({ kind }) => kind === "ball")[shown.winner];
            const [, right] = spanOf(winner!.at, winner!.fitPx * Number(winner!.at.scale), 0.5);
            expect(right).toBeLessThanOrEqual(size.width);
            for (const tag of parts.filter(
              (part) => part.kind === "label" && part.text && isSeen(part),
            )) {
              const [left, end] = spanOf(tag.at, textBox(tag).width, 0.5);
              expect([ms, tag.text, left > 0 && end <= size.width]).toEqual([ms, tag.text, true]);
            }
          }
        }),
        { numRuns: times(6, 40) },
      );
    },
  );

  test("marks on the line where the first ball crosses it, as it does and not before", () => {
    const { replay, parts } = drawnIn({ width: 830, height: 375 });
    fc.assert(
      fc.property(races, (seeds) => {
        const view = viewOfRace(seeds);
        for (let ms = 200; ms < PODIUM_MS.at - podiumMs(view, 0); ms += 40) {
          const shown = replayAt(view, ms);
          replay.show(shown);
          const { beyond = 0 } = shown.balls[shown.winner] ?? {};
          const [beam] = parts.filter(({ kind }) => kind === "light");
          const spot = parts.find(
            ({ kind, size }) =>
              kind === "picture" && size.width > 2 * size.height && size.width < 100,
          );
          // It takes a few moments to come.
          const lit = [beam, spot].map((part) => part !== undefined && isSeen(part));
          expect([ms, ...lit]).toEqual(
            Math.abs(beyond) < 0.12 ? [ms, ...lit] : [ms, beyond > 0, beyond > 0],
          );
        }
      }),
      { numRuns: times(6, 40) },
    );
  });
});

test("where the first ball crosses the line a mark lies on it, from that moment on and not before", () => {
  const size = { width: 830, height: 375 };
  const seeds = { round: 7, ranks: [1, 2, 3, 4, 5, 6], lanes: [0, 1, 2, 3, 4, 5] };
  const view = viewOfRace(seeds, "revealing");
  const { kit, parts } = recordingKit();
  const drawing = scene.build(kit, view) as RaceTable;
  drawing.resize(size);
  const from = parts.length;
  const more = extras.build(kit, view, drawing);
  more.resize(size);
  let marked = 0;
  for (let ms = 12_000; ms <= 16_000; ms += 20) {
    const race = scene.pose(view, ms);
    drawing.show(race);
    const pose = extras.pose(view, ms, race, (at) => scene.pose(view, at));
    more.show(pose);
    const [{ crossing }] = pose;
    const shot = drawing.layout.shot(race.camera);
    const course = courseAt(race.course);
    const line = drawing.layout.seen(shot, course.path.at(course.length, crossing.across));
    const near = parts
      .slice(from)
      .filter(
        ({ kind, at }) => kind === "picture" && Math.hypot(at.x - line.x, at.y - line.y) < 0.1,
      )
      .filter(isSeen);
    // It takes a moment to come.
    const isDue = crossing.sinceMs > 20 && crossing.winner >= 0;
    expect([ms, crossing.sinceMs < 0 || isDue ? near.length : isDue]).toEqual([
      ms,
      isDue ? 1 : crossing.sinceMs < 0 ? 0 : isDue,
    ]);
    marked += isDue ? 1 : 0;
  }
  expect(marked).toBeGreaterThan(10);
});

// How far it still was to the line nobody could tell.
test.each(Array.from({ length: COURSES }, (_, nth) => nth))(
  "what is left of the way is written on the last straight of course %i, nearest the line the least",
  (nth) => {
    const course = courseAt(nth);
    const written: { text: string; x: number; y: number }[] = [];
    const gradient = { addColorStop: () => {} };
    const context = new Proxy(
      {},
      {
        get: (_, name) =>
          name === "fillText"
            ? (text: string, x: number, y: number) => written.push({ text, x, y })
            : String(name).endsWith("Gradient")
              ? () => gradient
              : () => {},
        set: () => true,
      },
    ) as CanvasRenderingContext2D;
    const tile = { left: 0, right: 48, top: -3, foot: 30 };
    const paint = { course, look: lookOf("dark", {}), accent: "#d9b45b", tile, ground: tile };
    courseDetail.fittings(context, { ...paint, lies: ({ x, y }) => ({ x, y }), parts: [] }, 1);
    const line = course.path.at(course.length);
    const away = (text: string) =>
      written
        .filter((one) => one.text === text)
        .map(({ x, y }) => Math.hypot(x - line.x, y - line.y));
    const [far, half, near] = ["30", "20", "10"].map(away);
    expect([far, half, near].map((all) => all?.length)).toEqual([2, 2, 2]);
    expect(Math.min(...(far ?? []))).toBeGreaterThan(Math.max(...(half ?? [])));
    expect(Math.min(...(half ?? []))).toBeGreaterThan(Math.max(...(near ?? [])));
    // All of them are on the straight that the field runs home on.
    expect(Math.max(...(far ?? []))).toBeLessThan(28);
  },
);
