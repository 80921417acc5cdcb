import fc from "fast-check";
import { expect, test } from "vitest";
import { baccarat } from "../../../src/games/registry.ts";
import { SimulatedService } from "./simulated-service.ts";
import type { Fault } from "./simulated-service.ts";

/* The clock of a sandbox stops, runs and jumps. A table follows it, and never assumes a phase by its own clock. */

const START_MS = Date.UTC(2026, 6, 1, 12);
const ROUND_MS = baccarat.intervalMs;

interface Step {
  readonly forMs: number;
  readonly leapMs: number;
  readonly rate: number;
  readonly fault: Fault | "no stream" | null;
  readonly isWoken: boolean;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  forMs: fc.integer({ min: 0, max: 60_000 }),
  leapMs: fc.constantFrom(0, 3_000, 15_000, 24_000, 86_000_000),
  rate: fc.constantFrom(0, 0, 1, 10, 100),
  fault: fc.constantFrom<Step["fault"]>(null, "network", "silence", "no stream", {
    status: 503,
    retryAfterS: 5,
  }),
  isWoken: fc.boolean(),
});

/** A viewer of a service. Each step sets the service's clock and faults. */
function viewer(random: () => number) {
  let step: Step = { forMs: 0, leapMs: 0, rate: 0, fault: null, isWoken: false };
  let sinceMs = START_MS;
  let baseMs = START_MS;
  const serverMs = (nowMs: number) => Math.floor(baseMs + (nowMs - sinceMs) * step.rate);
  const service = new SimulatedService({
    game: baccarat,
    startMs: START_MS,
    random,
    serverMs,
    faultAt(_nowMs, path) {
      const { fault } = step;
      return fault === "no stream" ? (path === "stream" ? { status: 503 } : null) : fault;
    },
  });
  return {
    service,
    async take(next: Step) {
      baseMs = serverMs(service.nowMs) + next.leapMs;
      sinceMs = service.nowMs;
      step = next;
      if (next.isWoken) {
        service.feed.wake(true);
      }
      await service.run(next.forMs);
    },
  };
}

test("a table follows a sandbox's stopped clock when it is moved, even after failures", async () => {
  const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 8 });
  const anyRandom = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: 5,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(anySteps, anyRandom, async (steps, randoms) => {
      let asked = 0;
      const { service, take } = viewer(() => randoms[asked++ % randoms.length] as number);
      for (const step of steps) {
        await take(step);
      }
      // The fault is over, and the clock is stopped in the result of a round.
      const intoMs = (service.serverMs - START_MS) % ROUND_MS;
      const leapMs = ROUND_MS - intoMs + 24_000;
      // At most the longest phase, at whose end a viewer without a stream polls.
      await take({ forMs: ROUND_MS, leapMs, rate: 0, fault: null, isWoken: false });
      const { round, phase } = service.snapshot().state;
      expect(phase).toBe("result");
      expect(service.feed.state).toMatchObject({ round, phase });
      expect(service.feed.connection).toBe("live");
      service.end();
    }),
    { numRuns: 40 },
  );
});
