import fc from "fast-check";
import { expect, test } from "vitest";
import { aged, aheadMs, DRIFT, narrowed, offsetOf, pointAt } from "../../../server/time/offset.ts";
import type { Offset } from "../../../server/time/offset.ts";

/** A question to a true clock: when it was asked, how long both ways took, how fast our clock runs. */
const questions = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 600_000 }),
    thereMs: fc.integer({ min: 0, max: 3_000 }),
    backMs: fc.integer({ min: 0, max: 3_000 }),
  }),
  { minLength: 1, maxLength: 20 },
);
const drift = fc.double({ min: -DRIFT, max: DRIFT, noNaN: true });

/** What sums of floating-point ms may be off by. */
const ROUNDING_MS = 1e-3;

test("the true time stays within the bounds, however answers travel and whichever way we drift", () => {
  fc.assert(
    fc.property(questions, drift, (asked, rate) => {
      // By our steady clock; true time goes by so much faster or slower.
      const trueMs = (steadyMs: number) => 5_000_000 + steadyMs * (1 + rate);
      let known: Offset | undefined;
      let nowMs = 1_000;
      for (const { afterMs, thereMs, backMs } of asked) {
        const sentMs = nowMs + afterMs;
        const receivedMs = sentMs + thereMs + backMs;
        const saidMs = trueMs(sentMs + thereMs);
        known = narrowed(known, offsetOf({ fromMs: saidMs, toMs: saidMs, sentMs, receivedMs }));
        nowMs = receivedMs;
        for (const laterMs of [0, 250, 86_400_000]) {
          const { leastMs, mostMs } = aged(known, nowMs + laterMs);
          const inTruth = trueMs(nowMs + laterMs) - (nowMs + laterMs);
          expect(leastMs).toBeLessThanOrEqual(inTruth + ROUNDING_MS);
          expect(mostMs).toBeGreaterThanOrEqual(inTruth - ROUNDING_MS);
        }
      }
    }),
    // A clock that runs fast, read right at the question: its drift on the way back was left out.
    { examples: [[[{ afterMs: 0, thereMs: 0, backMs: 3_000 }], DRIFT]] },
  );
});

test("a quick answer counts more than slow ones, and an old one ever less", () => {
  const at = (sentMs: number, tripMs: number) =>
    offsetOf({
      fromMs: sentMs + tripMs / 2,
      toMs: sentMs + tripMs / 2,
      sentMs,
      receivedMs: sentMs + tripMs,
    });
  const quick = at(0, 2);
  expect(quick.mostMs - quick.leastMs).toBeCloseTo(2, 2);
  const after = narrowed(quick, at(1_000, 800));
  expect(after.mostMs - after.leastMs).toBeLessThan(3);
  // A quarter of a second after ten minutes in which nobody answered.
  const old = aged(quick, 2 + 620_000);
  expect(old.mostMs - old.leastMs).toBeCloseTo(250, 0);
});

test("a clock that was set is followed: nothing of what it said before holds", () => {
  const before = offsetOf({ fromMs: 100, toMs: 100, sentMs: 99, receivedMs: 101 });
  const set = offsetOf({ fromMs: 9_000, toMs: 9_000, sentMs: 500, receivedMs: 510 });
  expect(narrowed(before, set)).toEqual(set);
});

test("how far one clock is ahead is measured between the nearest ends", () => {
  const other = { leastMs: 10, mostMs: 20 };
  expect(aheadMs(pointAt(25), other)).toBe(5);
  expect(aheadMs(pointAt(15), other)).toBe(0);
  expect(aheadMs(pointAt(4), other)).toBe(-6);
});
