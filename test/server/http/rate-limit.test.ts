import { expect, test } from "vitest";
import { rateLimit } from "../../../server/http/rate-limit.ts";

function limited() {
  const clock = { nowMs: 1_000_000 };
  return { clock, limit: rateLimit({ burst: 3, everyMs: 100, now: () => clock.nowMs }) };
}

/** Whether each of so many, one after another, is let through. */
const taken = (limit: ReturnType<typeof rateLimit>, name: string, count: number) =>
  Array.from({ length: count }, () => limit.take(name));

test("lets a burst through, and then one as often as it says, for each name by itself", () => {
  const { clock, limit } = limited();
  expect(taken(limit, "one", 4)).toEqual([true, true, true, false]);
  expect(taken(limit, "other", 1)).toEqual([true]);
  clock.nowMs += 100;
  expect(taken(limit, "one", 2)).toEqual([true, false]);
  clock.nowMs += 60_000;
  expect(limit.take("one", 4)).toBe(false);
  expect(limit.take("one", 3)).toBe(true);
});

// Every debt grew by as much as the clock was set back: results were refused for that long.
test("a clock that is set back by an hour locks nobody out", () => {
  const { clock, limit } = limited();
  expect(taken(limit, "one", 3)).toEqual([true, true, true]);
  clock.nowMs -= 3_600_000;
  expect(taken(limit, "one", 4)).toEqual([true, true, true, false]);
});
