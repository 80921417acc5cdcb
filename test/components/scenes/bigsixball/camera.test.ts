import fc from "fast-check";
import { expect, test } from "vitest";
import { courseLayout } from "../../../../components/scenes/bigsixball/course.ts";
import { raceRunAt } from "../../../../components/scenes/bigsixball/race-moment.ts";
import { raceOf } from "../../../../components/scenes/bigsixball/race.ts";
import { RACE_MS, raceMsAt } from "../../../../components/scenes/bigsixball/times.ts";
import { times } from "../../../support/effort.ts";

/*
 * The cause: balls that went round a bend took up more of the ground's height, and then less: the camera drew back
 * by a third and came near again by a third, within a second, six times a race.
 */

const STEP_MS = 20;
const HALF_SECOND = 500 / STEP_MS;
/** The picture may come so much nearer and draw back as much within a second, as a share. */
const MOST = 0.26;

const races = fc.record({
  round: fc.integer({ min: 1, max: 2 ** 40 }),
  ranks: fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }),
  lanes: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
});

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
