import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jostle, SINCE_MS } from "../../../../components/scenes/bigsixball/jostle.ts";
import { raceOf } from "../../../../components/scenes/bigsixball/race.ts";

const LANES = [0, 1, 2, 3, 4, 5];
const FRAME_MS = 16;

const races = fc.record({
  round: fc.integer({ min: 1, max: 2 ** 40 }),
  ranks: fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }),
  lanes: fc.shuffledSubarray(LANES, { minLength: 6 }),
});

/** What every frame of a race sees of balls that push each other. */
function frames({ round, ranks, lanes }: { round: number; ranks: number[]; lanes: number[] }) {
  const runs = raceOf(round, ranks, lanes);
  const at = (ms: number) => runs.map((run) => run.at(ms));
  return Array.from({ length: 800 }, (_, i) => {
    const ms = i * FRAME_MS;
    return { places: at(ms), ...jostle(lanes, at(ms), at(ms - SINCE_MS)) };
  });
}

describe("balls side by side", () => {
  test("push each other gently, and none of them leaps or leaves its lane", () => {
    fc.assert(
      fc.property(races, (race) => {
        let before = LANES.map(() => 0);
        let [furthest, fastest] = [0, 0];
        for (const { sways } of frames(race)) {
          for (const [ball, sway] of sways.entries()) {
            furthest = Math.max(furthest, Math.abs(sway));
            fastest = Math.max(fastest, Math.abs(sway - (before[ball] ?? 0)));
          }
          before = sways;
        }
        expect(furthest).toBeLessThan(0.2);
        expect(fastest).toBeLessThan(0.06);
      }),
      { numRuns: 40 },
    );
  });

  test("roll straight through the last stretch, which is won by pace alone", () => {
    fc.assert(
      fc.property(races, (race) => {
        const all = frames(race);
        const late = all.flatMap(({ places, sways }) =>
          sways.filter((_, ball) => (places[ball] ?? 0) > 0.85),
        );
        expect(Math.max(...late.map(Math.abs))).toBeCloseTo(0, 9);
        expect(all.filter(({ spark }) => spark.alpha > 0 && spark.along > 0.85)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test("raise dust as one passes the other, and none while they keep apart", () => {
    const [lanes, apart] = [[0, 1], 0.004];
    expect(jostle(lanes, [0.5, 0.5 + apart], [0.48, 0.49]).spark.alpha).toBeGreaterThan(0.5);
    expect(jostle(lanes, [0.5, 0.5 + apart], [0.49, 0.49 + apart]).spark.alpha).toBe(0);
    expect(jostle(lanes, [0.5, 0.56], [0.48, 0.49])).toEqual({
      sways: [0, 0],
      spark: { along: 0, lane: 0, alpha: 0, spread: 0 },
    });
  });
});
