/*
 * A clock that leaps ahead under a running service showed results before bets closed, and one that was
 * set back opened bets anew. Here the clocks are given, and no time passes but what a test lets pass.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createJudgedClock } from "../../../server/time/judged-clock.ts";
import type { ClockReports } from "../../../server/time/judgement.ts";

const START_MS = Date.UTC(2026, 6, 1);
const HOUR_MS = 3_600_000;

function open(given: { database?: boolean; publishedUntilMs?: number } = {}) {
  /** True time, how far the machine's clock is ahead of it, and how far off the database is known. */
  const world = { passedMs: 0, aheadMs: 0, widthMs: 4 };
  const logged: string[] = [];
  const clock = createJudgedClock({
    wall: () => START_MS + world.passedMs + world.aheadMs,
    steady: () => 7_000 + world.passedMs,
    log: (event) => logged.push(event),
    reports(): Omit<ClockReports, "ownMs"> {
      const trueMs = START_MS - 7_000;
      const { widthMs } = world;
      const database = { leastMs: trueMs - widthMs / 2, mostMs: trueMs + widthMs / 2 };
      return {
        database: given.database === true ? database : undefined,
        peers: [],
        dates: [],
        provenMs: -Infinity,
      };
    },
    ...(given.publishedUntilMs === undefined ? {} : { publishedUntilMs: given.publishedUntilMs }),
  });
  /** Lets true time pass, and gives the bounds relative to it. */
  function after(ms: number) {
    world.passedMs += ms;
    const { earliestMs, latestMs } = clock.time();
    const trueMs = START_MS + world.passedMs;
    return { from: earliestMs - trueMs, to: latestMs - trueMs, serves: clock.fault() === null };
  }
  /** The same, the clock being looked at all the while. */
  function during(ms: number) {
    for (let passedMs = 0; passedMs < ms; passedMs += 500) {
      after(500);
    }
    return after(0);
  }
  return { world, clock, after, during, logged };
}

describe("a clock that nobody witnesses", () => {
  test("is believed to the millisecond, and says that it is unwitnessed", () => {
    const { after, clock } = open();
    expect(after(1_000)).toEqual({ from: 0, to: 0, serves: true });
    expect(clock.state()).toMatchObject({ verdict: "unwitnessed", widthMs: 0 });
  });

  test.each([2_000, HOUR_MS, 24 * HOUR_MS])(
    "that leaps ahead by %i ms is not followed for a minute",
    (byMs) => {
      const { world, after } = open();
      after(1_000);
      world.aheadMs = byMs;
      for (let ms = 0; ms < 59_000; ms += 500) {
        expect(after(500)).toEqual({ from: 0, to: 0, serves: true });
      }
      after(2_000);
      expect(after(0)).toEqual({ from: byMs, to: byMs, serves: true });
    },
  );

  test("that leaps there and back is never followed", () => {
    const { world, after } = open();
    after(1_000);
    world.aheadMs = HOUR_MS;
    after(50_000);
    world.aheadMs = 0;
    after(1_000);
    world.aheadMs = HOUR_MS;
    expect(after(50_000)).toEqual({ from: 0, to: 0, serves: true });
  });

  test("that is set back by some seconds stands still until the time is there again", () => {
    const { world, after, during } = open();
    after(1_000);
    world.aheadMs = -10_000;
    expect(during(60_000)).toEqual({ from: 0, to: 0, serves: true });
    // Then it is followed, and what was published stays published.
    expect(during(5_000)).toEqual({ from: -5_000, to: -5_000, serves: true });
    expect(during(10_000)).toEqual({ from: -10_000, to: -10_000, serves: true });
  });

  test("that is set back by an hour shows no round until the hour has passed", () => {
    const { world, after, during, clock } = open();
    after(1_000);
    world.aheadMs = -HOUR_MS;
    expect(during(65_000)).toEqual({ from: -5_000, to: -5_000, serves: false });
    expect(clock.fault()).toContain("Rounds were told until 2026-07-01T00:01:01.000Z");
    expect(clock.state().verdict).toBe("behind");
    expect(after(HOUR_MS)).toEqual({ from: -HOUR_MS, to: -HOUR_MS, serves: true });
  });

  test("follows slewing at once, however long it goes on", () => {
    const { world, after } = open();
    for (let i = 0; i < 2_000; i++) {
      world.aheadMs += 0.5;
      const { from } = after(1_000);
      expect(Math.abs(from - world.aheadMs)).toBeLessThanOrEqual(1);
    }
  });
});

describe("a clock that the database witnesses", () => {
  test("bounds the time by both", () => {
    const { world, after } = open({ database: true });
    world.aheadMs = 100;
    expect(after(1_000)).toEqual({ from: -2, to: 100, serves: true });
    world.aheadMs = -300;
    // The latest stands still until it is there again: closed bets stay closed.
    expect(after(50)).toEqual({ from: -52, to: 50, serves: true });
    expect(after(1_000)).toEqual({ from: -300, to: 2, serves: true });
  });

  test.each([2_000, HOUR_MS, 24 * HOUR_MS, -10_000, -HOUR_MS])(
    "that is set by %i ms stops the service in that very moment, and it goes on when it is mended",
    (byMs) => {
      const { world, after, clock } = open({ database: true });
      after(1_000);
      world.aheadMs = byMs;
      const astray = after(0);
      expect(astray.serves).toBe(false);
      expect(astray.from).toBeLessThanOrEqual(0);
      expect(clock.now()).toBe(START_MS + world.passedMs);
      after(5_000);
      world.aheadMs = 0;
      expect(after(1)).toEqual({ from: -2, to: 2, serves: true });
    },
  );

  test("warns when the bounds are wide", () => {
    const { world, after, logged } = open({ database: true });
    after(1_000);
    world.widthMs = 600;
    after(1_000);
    world.widthMs = 1_400;
    expect(after(1_000).serves).toBe(false);
    expect(logged).toEqual(["clock wide", "clock vague"]);
  });
});

test("a server that had published further before a restart waits until it is that late", () => {
  const { after, clock } = open({ publishedUntilMs: START_MS + HOUR_MS });
  expect(after(0)).toMatchObject({ serves: false, from: HOUR_MS });
  expect(clock.fault()).toContain("2026-07-01T01:00:00.000Z");
  expect(after(HOUR_MS - 30_000)).toMatchObject({ serves: true, from: 30_000 });
});

test("the time never goes back, and nobody is served by bounds that leave out the true time", () => {
  const step = fc.record({
    passMs: fc.integer({ min: 0, max: 5_000 }),
    byMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: -900, max: 900 }),
      fc.integer({ min: -90_000_000, max: 90_000_000 }),
    ),
    widthMs: fc.integer({ min: 0, max: 1_500 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { world, after, clock } = open({ database: true });
      let last = { earliestMs: -Infinity, latestMs: -Infinity };
      for (const { passMs, byMs, widthMs } of steps) {
        world.aheadMs = byMs;
        world.widthMs = widthMs;
        clock.recheck();
        const { from, to, serves } = after(passMs);
        const now = clock.time();
        expect(now.earliestMs).toBeGreaterThanOrEqual(last.earliestMs);
        expect(!serves || (from <= 0 && to >= 0)).toBe(true);
        expect(!serves || now.latestMs >= last.latestMs).toBe(true);
        last = serves ? now : { ...last, earliestMs: now.earliestMs };
      }
    }),
  );
});
