import { expect, test } from "vitest";
import { tokenBuckets } from "../../../server/runtime/token-bucket.ts";

test("each name has its own rate limit", () => {
  const clock = { nowMs: 0 };
  const limit = tokenBuckets({ burst: 3, everyMs: 1_000, now: () => clock.nowMs });
  const take = (name: string) => [1, 2, 3, 4].map(() => limit.take(name));
  expect(take("a")).toEqual([true, true, true, false]);
  expect(take("b")).toEqual([true, true, true, false]);
  clock.nowMs = 2_000;
  expect(take("a")).toEqual([true, true, false, false]);
  // A clock that was set back locks nobody out.
  clock.nowMs = -3_600_000;
  expect(limit.take("a")).toBe(true);
});
