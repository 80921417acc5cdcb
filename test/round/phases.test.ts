import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FULL_MINUTE, HALF_MINUTE } from "../../src/games/timing.ts";
import {
  GENESIS_MS,
  PHASES,
  phaseLengthMs,
  phaseStartMs,
  roundAt,
  roundStartMs,
} from "../../src/round/phases.ts";
import type { Timing } from "../../src/round/phases.ts";

/** The latest time that a Date can represent, in the year 275760. */
const LAST_MS = 8.64e15;

const time = fc.integer({ min: GENESIS_MS, max: LAST_MS });

/** The times of the three games, and arbitrary times for future games. */
const timing: fc.Arbitrary<Timing> = fc.oneof(
  fc.constantFrom(HALF_MINUTE, FULL_MINUTE),
  fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 4, maxLength: 4 }).map((lengths) => ({
    intervalMs: lengths.reduce((sum, ms) => sum + ms, 0),
    phases: PHASES.map((phase, index) => ({ phase, ms: lengths[index] as number })),
  })),
);
const round = fc.integer({ min: 1, max: 10_000_000_000 });

describe("rounds on the fixed schedule", () => {
  test.each([
    { at: "2026-01-01T00:00:29.999Z", intervalMs: 30_000, is: 1 },
    { at: "2026-01-01T00:00:30.000Z", intervalMs: 30_000, is: 2 },
    { at: "2026-01-01T23:59:59.999Z", intervalMs: 30_000, is: 2880 },
    { at: "2026-01-02T00:00:00.000Z", intervalMs: 30_000, is: 2881 },
    { at: "2026-01-02T00:00:00.000Z", intervalMs: 60_000, is: 1441 },
    { at: "2026-11-21T11:39:30.000Z", intervalMs: 30_000, is: 934_520 },
    { at: "2027-01-01T00:00:00.000Z", intervalMs: 60_000, is: 365 * 1440 + 1 },
  ])("with rounds of $intervalMs ms, round $is runs at $at", ({ at, intervalMs, is }) => {
    expect(roundAt(Date.parse(at), intervalMs)).toBe(is);
  });

  test("every time from the genesis to the end of the Date range falls within its round", () => {
    fc.assert(
      fc.property(time, timing, (now, { intervalMs }) => {
        const startMs = roundStartMs(roundAt(now, intervalMs), intervalMs);
        expect(startMs).toBeLessThanOrEqual(now);
        expect(startMs + intervalMs).toBeGreaterThan(now);
      }),
    );
  });
});

test("each phase begins when the previous one ends", () => {
  fc.assert(
    fc.property(round, timing, (n, times) => {
      let endMs = roundStartMs(n, times.intervalMs);
      for (const phase of PHASES) {
        expect(phaseStartMs(n, phase, times)).toBe(endMs);
        endMs += phaseLengthMs(phase, times);
      }
      expect(endMs).toBe(roundStartMs(n + 1, times.intervalMs));
    }),
  );
});
