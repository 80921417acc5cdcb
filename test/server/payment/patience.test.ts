import { expect, test } from "vitest";
import { isHopeless, waitMs } from "../../../server/payment/patience.ts";

test("looks at 3, 6, 12, 20 and 30 s, then each minute", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 500].map((looks) => waitMs(looks, 0.5) / 1_000);
  expect(waits).toEqual([3, 6, 12, 20, 30, 60, 60, 60]);
});

test("spreads what began together by a fifth", () => {
  expect(waitMs(6, 0)).toBe(48_000);
  expect(waitMs(6, 0.999_999)).toBe(72_000);
});

test("gives up after a day, in which every transaction comes or never will", () => {
  expect(isHopeless(0, 86_400_000)).toBe(false);
  expect(isHopeless(0, 86_400_001)).toBe(true);
});
