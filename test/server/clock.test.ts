import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { heldClock, watchClock } from "../../server/clock.ts";

describe("a held clock", () => {
  test("stands still until the clock that was set back is there again", () => {
    let nowMs = 1_000_000;
    const held = heldClock(() => nowMs);
    const said = [0, 5, -9_000, -5_000, 4, 5, 6].map((ms) => {
      nowMs = 1_000_000 + ms;
      return held() - 1_000_000;
    });
    expect(said).toEqual([0, 5, 5, 5, 5, 5, 6]);
  });

  test("follows a clock that was set back by more than a minute, the longest round", () => {
    let nowMs = 1_000_000;
    const held = heldClock(() => nowMs);
    held();
    nowMs -= 60_000;
    expect(held()).toBe(1_000_000);
    nowMs -= 1;
    expect(held()).toBe(939_999);
    nowMs += 10;
    expect(held()).toBe(940_009);
  });

  test("goes back a little for no clock whatever", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -200_000, max: 200_000 })), (steps) => {
        let nowMs = 0;
        const held = heldClock(() => nowMs);
        let before = held();
        for (const step of steps) {
          nowMs += step;
          const said = held();
          expect(said >= before || before - said > 60_000).toBe(true);
          before = said;
        }
      }),
    );
  });
});

describe("the watch over a clock", () => {
  function watch() {
    const state = { nowMs: 5_000_000, steadyMs: 100, stopMs: 0 };
    const logged: unknown[] = [];
    let steps = 0;
    const look = watchClock(
      {
        clock: () => state.nowMs,
        // Time goes by between two looks at it when the process is stopped there.
        steady: () => (state.steadyMs += state.stopMs),
      },
      (event, fields) => logged.push([event, fields]),
      () => (steps += 1),
    );
    function pass(ms: number, byMs = 0): void {
      state.steadyMs += ms;
      state.nowMs += ms + byMs;
      look();
    }
    return { state, logged, pass, steps: () => steps };
  }

  test.each([3_600_000, -3_600_000, 1_000, -100, 100])("tells of a step by %d ms, once", (byMs) => {
    const { logged, pass, steps } = watch();
    pass(1_000);
    pass(1_000, byMs);
    pass(1_000);
    expect(logged).toEqual([["clock stepped", { byMs, advice: expect.stringContaining("NTP") }]]);
    expect(steps()).toBe(1);
  });

  test("is silent about slewing, however long it goes on", () => {
    const { logged, pass } = watch();
    for (let i = 0; i < 1_000; i++) {
      pass(1_000, 0.5);
    }
    expect(logged).toEqual([]);
  });

  test("takes no pause of the process for a step", () => {
    const { state, logged, pass } = watch();
    pass(1_000);
    state.stopMs = 400;
    pass(1_000);
    state.stopMs = 0;
    state.nowMs += 800;
    pass(1_000);
    expect(logged).toEqual([]);
  });
});
