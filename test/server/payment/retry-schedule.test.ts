import { expect, test } from "vitest";
import { hasTimedOut, nextLookDelayMs } from "../../../server/payment/retry-schedule.ts";

const secondsOf = (looks: readonly number[], isUnknown: boolean) =>
  looks.map((count) => nextLookDelayMs(count, 0.5, isUnknown) / 1_000);

test("looks at 3, 6, 12, 20 and 30 s, then each minute", () => {
  expect(secondsOf([1, 2, 3, 4, 5, 6, 7, 500], false)).toEqual([3, 6, 12, 20, 30, 60, 60, 60]);
});

test("looks up every ten minutes what was unknown for a quarter of an hour", () => {
  expect(secondsOf([1, 2, 3, 4, 5, 6, 20, 21, 500], true)).toEqual([
    3, 6, 12, 20, 30, 60, 60, 600, 600,
  ]);
});

test("adds a jitter of a fifth", () => {
  expect(nextLookDelayMs(6, 0, false)).toBe(48_000);
  expect(nextLookDelayMs(6, 0.999_999, false)).toBe(72_000);
});

test("gives up after a day, when the transaction can no longer come", () => {
  expect(hasTimedOut(0, 86_400_000, 86_400_000)).toBe(false);
  expect(hasTimedOut(0, 86_400_001, 86_400_001)).toBe(true);
});

test("gives nothing up before the chain has come that far, or while nobody knows how far it is", () => {
  expect(hasTimedOut(0, 200_000_000, 86_400_000)).toBe(false);
  expect(hasTimedOut(0, 86_400_000, 200_000_000)).toBe(false);
  expect(hasTimedOut(0, 200_000_000, null)).toBe(false);
});
