import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measure, unmeasured } from "../../../components/stage/frame-meter.ts";
import type { Measured } from "../../../components/stage/frame-meter.ts";

/** What is known after frames that come so far apart, in ms, beginning with a tier. */
const after = (gaps: readonly number[], from: Measured = unmeasured(0)): Measured =>
  gaps.reduce(measure, from);
/** So many frames that come so far apart, in ms. */
const every = (gapMs: number, count: number): number[] =>
  Array.from({ length: count }, () => gapMs);
/** The frames of so many seconds. */
const seconds = (gapMs: number, long: number): number[] =>
  every(gapMs, Math.round((1000 * long) / gapMs));

/** The tiers that are passed on the way, each once for every time it is taken. */
function tiersOver(gaps: readonly number[], from = unmeasured(0)): number[] {
  const tiers: number[] = [from.tier];
  let known = from;
  for (const gapMs of gaps) {
    known = measure(known, gapMs);
    if (known.tier !== tiers.at(-1)) {
      tiers.push(known.tier);
    }
  }
  return tiers;
}

describe("all detail stays", () => {
  test.each([
    ["at sixty frames a second", seconds(16.7, 120)],
    ["at a hundred and twenty", seconds(8.3, 120)],
    ["at fifty", seconds(20, 120)],
    [
      "when memory is tidied up once a second",
      every(0, 60).flatMap(() => [...every(16.7, 59), 140]),
    ],
    ["when every fourth frame is late", every(0, 1_000).flatMap(() => [16.7, 16.7, 16.7, 34])],
    [
      "when the tab comes back from the background",
      [...every(16.7, 40), 60_000, ...every(16.7, 40)],
    ],
    ["when the page hangs again and again", every(0, 300).flatMap(() => [16.7, 900])],
    ["when a second of loading makes it late", [...seconds(50, 1), ...seconds(16.7, 9)]],
  ])("%s", (_, gaps) => {
    expect(tiersOver(gaps)).toEqual([0]);
  });
});

describe("detail is taken away", () => {
  test.each([
    ["at thirty frames a second, within seconds", seconds(33.4, 4), [0, 1]],
    ["step by step, and no further than to the last tier", seconds(50, 60), [0, 1, 2]],
    ["when every other frame is late", every(0, 100).flatMap(() => [16.7, 34]), [0, 1, 2]],
    ["once, where less detail is enough", [...every(40, 90), ...seconds(16.7, 20)], [0, 1]],
  ])("%s", (_, gaps, tiers) => {
    expect(tiersOver(gaps)).toEqual(tiers);
  });
});

describe("detail comes back", () => {
  const down = after(every(40, 90));

  test("after half a minute without late frames, and not sooner", () => {
    expect(tiersOver(seconds(16.7, 25), down)).toEqual([1]);
    expect(tiersOver(seconds(16.7, 35), down)).toEqual([1, 0]);
  });

  test("not when frames are late now and then", () => {
    expect(
      tiersOver(
        every(0, 1_000).flatMap(() => [16.7, 16.7, 16.7, 34]),
        down,
      ),
    ).toEqual([1]);
  });

  test("once: where it was too much again, it is not tried a third time", () => {
    const again = [...seconds(16.7, 40), ...every(40, 90), ...seconds(16.7, 600)];
    expect(tiersOver(again, down)).toEqual([1, 0, 1]);
  });
});

test("whatever is measured, a table changes its tier four times at the most", () => {
  const stretches = fc.array(
    fc.tuple(fc.constantFrom(8, 16.7, 23, 34, 60, 400), fc.integer({ min: 1, max: 3_000 })),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(stretches, (all) => {
      const gaps = all.flatMap(([gapMs, count]) => every(gapMs, count));
      expect(tiersOver(gaps).length - 1).toBeLessThanOrEqual(4);
    }),
    { numRuns: 30 },
  );
});
