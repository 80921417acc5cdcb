import { describe, expect, test } from "vitest";
import { createMachineClock } from "../../../server/time/machine-clock.ts";

describe("the watch over this machine's clock", () => {
  function watch() {
    const state = { nowMs: 5_000_000, steadyMs: 100, stopMs: 0 };
    const logged: unknown[] = [];
    let steps = 0;
    const machine = createMachineClock({
      wall: () => state.nowMs,
      // Time goes by between two looks at it when the process is stopped there.
      steady: () => (state.steadyMs += state.stopMs),
      log: (event, fields) => logged.push([event, fields]),
      onStep: () => (steps += 1),
    });
    machine.read();
    function pass(ms: number, byMs = 0): void {
      state.steadyMs += ms;
      state.nowMs += ms + byMs;
      machine.read();
    }
    return { state, logged, pass, steps: () => steps };
  }

  test.each([3_600_000, -3_600_000, 1_000, -100, 100])("logs a step by %d ms, once", (byMs) => {
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

  test("logs a step once, however often it looks", () => {
    const { logged, pass } = watch();
    for (let i = 0; i < 40; i++) {
      pass(100, i === 20 ? -500 : 0);
    }
    expect(logged).toEqual([["clock stepped", expect.objectContaining({ byMs: -500 })]]);
  });

  test("takes no pause of the process for a step", () => {
    const { state, logged, pass } = watch();
    pass(1_000);
    state.stopMs = 400;
    pass(1_000);
    state.stopMs = 0;
    // Each of three tries, twice.
    state.nowMs += 2_400;
    pass(1_000);
    expect(logged).toEqual([]);
  });
});
