import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { courseLayout } from "../../../../components/scenes/bigsixball/course.ts";
import { courseOf } from "../../../../components/scenes/bigsixball/courses.ts";
import { largerAt } from "../../../../components/scenes/bigsixball/race-balls.ts";
import { raceRunAt } from "../../../../components/scenes/bigsixball/race-moment.ts";
import { raceOf } from "../../../../components/scenes/bigsixball/race.ts";
import { RACE_MS, raceMsAt, seenMsOf } from "../../../../components/scenes/bigsixball/times.ts";
import { times } from "../../../support/effort.ts";
import { BOXES } from "../boxes.ts";
import { LANES, races } from "./any-race.ts";
import type { RaceSeeds } from "./any-race.ts";

/*
 * The cause: balls that went round a bend took up more of the ground's height, and then less: the camera drew back
 * by a third and came near again by a third, within a second, six times a race.
 */

const STEP_MS = 20;
const HALF_SECOND = 500 / STEP_MS;
/** The picture may come so much nearer and draw back as much within a second, as a share. */
const MOST = 0.26;

/** How far a value leaves a way that it came, in the half second before the nth moment and the one after it. */
function turnAt(values: readonly number[], nth: number): number {
  const here = values[nth] ?? 0;
  const before = values.slice(Math.max(0, nth - HALF_SECOND), nth);
  const after = values.slice(nth + 1, nth + 1 + HALF_SECOND);
  const least = Math.min(here - Math.min(...before), here - Math.min(...after));
  const most = Math.min(Math.max(...before) - here, Math.max(...after) - here);
  return before.length && after.length ? Math.max(least, most) : 0;
}

test.each([
  { width: 830, height: 440 },
  { width: 390, height: 560 },
  { width: 320, height: 135 },
])("the camera does not come near and draw back within a second: $width x $height", (size) => {
  const layout = courseLayout(size);
  fc.assert(
    fc.property(races, ({ round, ranks, lanes }) => {
      const race = { ...raceOf(round, ranks, lanes), lanes, round };
      const nearness: number[] = [];
      for (let ms = RACE_MS.launchAt; ms <= RACE_MS.phase; ms += STEP_MS) {
        nearness.push(Math.log(layout.shot(raceRunAt(race, raceMsAt(ms)).camera).unit));
      }
      const turns = nearness.map((_, i) => turnAt(nearness, i));
      expect(Math.max(...turns)).toBeLessThan(MOST);
    }),
    { numRuns: times(4, 14) },
  );
});

/*
 * The cause: over a funnel the camera waited for balls that were still out of the picture, and in a bend half of them
 * were cut by its edge.
 */
test.each(BOXES)(
  "of all balls on their way none is cut by the edge, in $width x $height",
  (size) => {
    const layout = courseLayout(size);
    fc.assert(
      fc.property(races, ({ round, ranks, lanes }) => {
        const race = { ...raceOf(round, ranks, lanes), lanes, round };
        const cut: number[] = [];
        for (let ms = RACE_MS.launchAt; ms < race.homeMs; ms += 5 * STEP_MS) {
          const { balls, camera } = raceRunAt(race, ms);
          const shot = layout.shot(camera);
          const half = 0.45 * shot.unit;
          for (const { x, y } of balls.map((ball) => layout.seen(shot, ball))) {
            const off = Math.min(x, size.width - x, y - layout.list.foot, size.height - y);
            // Until all are off it stands at the gates, and as they come home it looks to the line.
            if (camera.gates === 0 && camera.line < 0.2 && off < half) {
              cut.push(ms);
            }
          }
        }
        expect(cut).toEqual([]);
      }),
      { numRuns: times(4, 20) },
    );
  },
);

/*
 * The cause: on the last straight the camera drew back until all lanes were in sight, and balls on a phone were 17 px
 * large in an empty corridor.
 */
describe.each(BOXES)("on the last straight, in $width x $height", (size) => {
  const layout = courseLayout(size);
  const framesOf = ({ round, ranks, lanes }: RaceSeeds) => {
    const race = { ...raceOf(round, ranks, lanes), lanes, round };
    const { homeMs, course } = race;
    const crossedMs = seenMsOf(Math.min(...race.runs.map(({ finishMs }) => finishMs)));
    const frameAt = (ms: number) => {
      const { balls, camera } = raceRunAt(race, raceMsAt(ms));
      const shot = layout.shot(camera);
      const lead = balls.reduce((first, ball) => (ball.far > first.far ? ball : first));
      return { unit: shot.unit, lead: layout.seen(shot, lead), shot };
    };
    return { homeMs, crossedMs, frameAt, line: course.path.at(course.length) };
  };

  test("balls are 1.3 times as large as where all lanes are in sight, in the second before the line", () => {
    // In the smallest box they were drawn larger than they are, by a share that is not needed now.
    const least = size.width > 320 ? 1.3 : 1.1;
    const drawn = (unit: number) => unit * largerAt(unit);
    const larger: number[] = [];
    fc.assert(
      fc.property(races, (seeds) => {
        const { crossedMs, frameAt } = framesOf(seeds);
        for (let agoMs = 1_200; agoMs >= 0; agoMs -= 100) {
          const share = drawn(frameAt(crossedMs - agoMs).unit) / drawn(layout.units.line * 1.22);
          expect(share).toBeGreaterThan(1);
          larger.push(share);
        }
      }),
      { numRuns: times(10, 40) },
    );
    expect(larger.reduce((sum, share) => sum + share, 0) / larger.length).toBeGreaterThan(least);
  });

  test("the first is whole in the picture as it reaches the line, and so is the line", () => {
    fc.assert(
      fc.property(races, (seeds) => {
        const { crossedMs, frameAt, line } = framesOf(seeds);
        const { lead, unit, shot } = frameAt(crossedMs);
        const at = layout.seen(shot, line);
        for (const [value, least, most] of [
          [lead.x, unit / 2, size.width - unit / 2],
          [lead.y, layout.list.foot + unit / 2, size.height - unit / 2],
          [at.x, 0, size.width],
          [at.y, layout.list.foot, size.height],
        ] as const) {
          expect(value).toBeGreaterThan(least);
          expect(value).toBeLessThan(most);
        }
      }),
      { numRuns: times(10, 40) },
    );
  });

  test("it comes near and draws back without a jump", () => {
    fc.assert(
      fc.property(races, (seeds) => {
        const { homeMs, frameAt } = framesOf(seeds);
        let [before, speed] = [Math.log(frameAt(homeMs).unit), 0];
        for (let ms = homeMs + STEP_MS; ms <= RACE_MS.restsAt; ms += STEP_MS) {
          const now = Math.log(frameAt(ms).unit);
          const next = (now - before) / (STEP_MS / 1_000);
          // By a share a second, and how much of that from one frame to the next.
          expect(Math.abs(next)).toBeLessThan(1.8);
          expect(ms > homeMs + STEP_MS ? Math.abs(next - speed) : 0).toBeLessThan(0.7);
          [before, speed] = [now, next];
        }
      }),
      { numRuns: times(6, 30) },
    );
  });
});

test.each(BOXES)("a bowl is looked into from above, all of it, in $width x $height", (size) => {
  const layout = courseLayout(size);
  for (const round of [4, 5, 6, 7]) {
    const race = { ...raceOf(round, [1, 2, 3, 4, 5, 6], LANES), lanes: LANES, round };
    const bowl = race.course.stretches.find(({ feature }) => feature === "bowl");
    const shown = Array.from({ length: 100 }, (_, i) => raceRunAt(race, 3_000 + 100 * i));
    const inside = shown.filter(({ balls }) =>
      balls.every(({ far }) => bowl && far > bowl.from + 4 && far < bowl.to - 4),
    );
    // On a course without a bowl the camera goes along with the balls.
    expect(inside.length > 3 || shown.every(({ camera }) => camera.bowl === 0)).toBe(true);
    expect(bowl !== undefined).toBe(courseOf(round) === 0);
    for (const { balls, camera } of inside) {
      const shot = layout.shot(camera);
      expect(camera.bowl).toBe(1);
      for (const ball of balls) {
        const { x, y } = layout.seen(shot, ball);
        expect([x > 0, x < size.width, y > 0, y < size.height]).not.toContain(false);
      }
    }
    // It stands still over its middle.
    expect(
      new Set(inside.map(({ camera: { x, y } }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size,
    ).toBeLessThan(2);
  }
});

// Only the bowl of the first course was looked into from above.
test.each([0, 1, 2, 3])("course %i has a place that the camera waits over", (nth) => {
  const round = 4 + nth;
  const race = { ...raceOf(round, [1, 2, 3, 4, 5, 6], LANES), lanes: LANES, round };
  expect(courseOf(round)).toBe(nth);
  const neck = race.course.stretches.find(({ feature }) => feature === "neck");
  expect(neck !== undefined).toBe(nth !== 0);
  const { from, to } = neck ?? { from: 0, to: -1 };
  const middle = race.course.path.at((from + to) / 2);
  const inside = Array.from({ length: 700 }, (_, i) => raceRunAt(race, 3_000 + 15 * i)).filter(
    ({ camera: { x, y, bowl } }) =>
      neck ? Math.hypot(x - middle.x, y - middle.y) < 0.01 : bowl === 1,
  );
  // A third of a second.
  expect(inside.length).toBeGreaterThan(22);
  const passing = inside.filter(({ balls }) =>
    balls.some(({ far }) => !neck || (far > from && far < to)),
  );
  expect(passing.length).toBeGreaterThan(inside.length * 0.9);
  for (const size of BOXES) {
    const layout = courseLayout(size);
    for (const { balls, camera } of inside) {
      for (const ball of balls.filter(({ far }) => neck && far > from && far < to)) {
        const { x, y } = layout.seen(layout.shot(camera), ball);
        expect([x > 0, x < size.width, y > 0, y < size.height]).not.toContain(false);
      }
    }
  }
});
