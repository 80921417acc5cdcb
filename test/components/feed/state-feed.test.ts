import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { games } from "../../../src/games/index.ts";
import { PHASES, phaseStartMs } from "../../../src/round/clock.ts";
import { SimulatedService } from "./simulated-service.ts";

const START_MS = Date.UTC(2026, 6, 1, 12);
const MINUTE_MS = 60_000;

describe.each(games)("a viewer of $slug", (game) => {
  const promises = { game, startMs: START_MS + 1_234 };

  test("hears of every phase once and in order, whatever the network takes", async () => {
    const anyLatency = fc.array(fc.integer({ min: 2, max: 900 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        anyLatency,
        fc.integer({ min: 0, max: 59_999 }),
        async (latencies, intoMs) => {
          const service = new SimulatedService({
            game,
            startMs: START_MS + intoMs,
            latencyMs: (request) => latencies[request % latencies.length] ?? 0,
          });
          await service.run(20 * MINUTE_MS);
          const heard = service.announced.map(
            ({ state }) => state.round * 4 + PHASES.indexOf(state.phase),
          );
          expect(heard).toEqual(heard.map((_, index) => (heard[0] ?? 0) + index));
          expect(heard.length).toBeGreaterThan((20 * MINUTE_MS * 4) / game.intervalMs - 4);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("hears of a phase within a tenth of a second and the way of the answer", async () => {
    const service = new SimulatedService({ ...promises, latencyMs: () => 60 });
    await service.run(30 * MINUTE_MS);
    const latenessMs = service.announced.map(
      ({ state, atMs }) => atMs - phaseStartMs(state.round, state.phase, game),
    );
    expect(Math.max(...latenessMs)).toBeLessThanOrEqual(100 + 60);
  });

  test("asks for the state at most four times a round and for history once", async () => {
    const service = new SimulatedService(promises);
    await service.run(60 * MINUTE_MS);
    const rounds = (60 * MINUTE_MS) / game.intervalMs;
    const count = (path: string) =>
      service.requests.filter((request) => request.path === path).length;
    expect(count("current")).toBeLessThanOrEqual(4 * (rounds + 1));
    expect(count("results")).toBeLessThanOrEqual(rounds + 2);
    expect(count("schedule")).toBeLessThanOrEqual(60 / 5 + 1);
  });

  test("knows of each finished round while its result stands", async () => {
    const service = new SimulatedService(promises);
    for (let minute = 0; minute < 5; minute++) {
      await service.run(MINUTE_MS);
      const { state, results } = service.feed;
      const standing = state?.phase === "result" || state?.phase === "waiting";
      expect(results[0]?.round).toBe((state?.round ?? 0) - (standing ? 0 : 1));
    }
  });

  test("hears nothing on load, neither from a snapshot nor from the first answer", async () => {
    for (const withSnapshot of [true, false]) {
      const service = new SimulatedService(promises);
      if (withSnapshot) {
        service.feed.adopt(service.snapshot(), service.localNow(), service.localNow());
      }
      await service.run(500);
      expect(service.announced.slice(withSnapshot ? 0 : 1)).toEqual([]);
    }
  });
});

describe("a viewer whose network breaks", () => {
  const [game] = games;
  if (game === undefined) {
    throw new Error("There is no game.");
  }
  const brokenFromMs = START_MS + 2 * MINUTE_MS;
  const brokenToMs = START_MS + 4 * MINUTE_MS + 3_000;
  const isBroken = (nowMs: number) => nowMs > brokenFromMs && nowMs < brokenToMs;

  test("is told so, and hears only the present phase once it is back, soon after", async () => {
    const service = new SimulatedService({
      game,
      startMs: START_MS,
      faultAt: (nowMs) => (isBroken(nowMs) ? "network" : null),
    });
    await service.run(3 * MINUTE_MS);
    expect(service.feed.link).toBe("offline");
    await service.run(3 * MINUTE_MS);
    expect(service.feed.link).toBe("live");
    const before = service.announced.filter(({ atMs }) => atMs <= brokenFromMs);
    const [first] = service.announced.filter(({ atMs }) => atMs > brokenFromMs);
    expect(first?.atMs).toBeLessThan(brokenToMs + 5_500);
    expect(first?.state.round).toBeGreaterThan((before.at(-1)?.state.round ?? 0) + 3);
  });

  test("does not storm the service while it is away", async () => {
    const service = new SimulatedService({ game, startMs: START_MS, faultAt: () => "network" });
    await service.run(10 * MINUTE_MS);
    expect(service.requests.length).toBeLessThan((10 * MINUTE_MS) / 2_500);
  });

  test("is told of maintenance, waits as long as it is told, and comes back", async () => {
    const service = new SimulatedService({
      game,
      startMs: START_MS,
      faultAt: (nowMs) => (isBroken(nowMs) ? { status: 503, retryAfterS: 10 } : null),
    });
    await service.run(3 * MINUTE_MS);
    expect(service.feed.link).toBe("maintenance");
    const asked = service.requests.filter(({ atMs }) => isBroken(atMs));
    expect(asked.length).toBeLessThanOrEqual(8);
    await service.run(2 * MINUTE_MS);
    expect(service.feed.link).toBe("live");
  });

  test("stays live when only the history fails, and catches up with it", async () => {
    const service = new SimulatedService({
      game,
      startMs: START_MS,
      faultAt: (nowMs, path) => (path === "results" && isBroken(nowMs) ? "network" : null),
    });
    await service.run(3 * MINUTE_MS);
    expect(service.feed.link).toBe("live");
    expect(service.feed.results[0]?.round).toBeLessThan((service.feed.state?.round ?? 0) - 1);
    await service.run(2 * MINUTE_MS);
    expect(service.feed.results[0]?.round).toBeGreaterThanOrEqual(
      (service.feed.state?.round ?? 0) - 1,
    );
  });
});
