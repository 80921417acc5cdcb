import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Game } from "../../../src/games/contract.ts";
import { games } from "../../../src/games/index.ts";
import { PHASES, phaseStartMs } from "../../../src/round/phases.ts";
import { TIMEOUT_MS } from "../../../src/wire/service-requests.ts";
import { SimulatedService, unlessStream, WAYS } from "./simulated-service.ts";
import type { Announced, Conditions, Fault } from "./simulated-service.ts";

const START_MS = Date.UTC(2026, 6, 1, 12);
/** Maximum time between two requests while the service is unreachable, including a response's timeout. */
const LONGEST_WAIT_MS = 15_500;
const MINUTE_MS = 60_000;

/** Phases as increasing numbers. */
const placesOf = (received: readonly Announced[]) =>
  received.map(({ state }) => state.round * PHASES.length + PHASES.indexOf(state.phase));

function expectEachOnceInOrder(received: readonly Announced[]): void {
  const places = placesOf(received);
  expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
}

const latenessMs = (received: readonly Announced[], game: Game) =>
  received.map(({ state, atMs }) => atMs - phaseStartMs(state.round, state.phase, game));

describe.each(games.flatMap((game) => WAYS.map((way) => ({ game, ...way, slug: game.slug }))))(
  "a table of $slug, $way",
  ({ game, faultAt }) => {
    const promises = { game, startMs: START_MS + 1_234, faultAt };

    test("a table gets every phase once, in order, however slow the network is", async () => {
      const anyLatency = fc.array(fc.integer({ min: 2, max: 900 }), { minLength: 1 });
      await fc.assert(
        fc.asyncProperty(
          anyLatency,
          fc.integer({ min: 0, max: 59_999 }),
          async (latencies, intoMs) => {
            const service = new SimulatedService({
              ...promises,
              startMs: START_MS + intoMs,
              latencyMs: (request) => latencies[request % latencies.length] ?? 0,
            });
            await service.run(10 * MINUTE_MS);
            service.end();
            const received = placesOf(service.announced);
            expect(received).toEqual(received.map((_, index) => (received[0] ?? 0) + index));
            expect(received.length).toBeGreaterThan((10 * MINUTE_MS * 4) / game.intervalMs - 4);
          },
        ),
        { numRuns: 10 },
      );
    });

    test("a table does not announce a phase on load", async () => {
      for (const withSnapshot of [true, false]) {
        const service = new SimulatedService(promises);
        if (withSnapshot) {
          service.feed.adopt(service.snapshot(), service.localNow(), service.localNow());
        }
        await service.run(500);
        expect(service.announced).toEqual([]);
      }
    });

    test("a table knows the server's time to within a tenth of a second, despite clock drift", async () => {
      for (const pace of [1 - 5e-5, 1 + 5e-5]) {
        const service = new SimulatedService({ ...promises, pace, latencyMs: () => 80 });
        for (let minute = 0; minute < 120; minute++) {
          await service.run(MINUTE_MS);
          expect(Math.abs(service.feed.timetable.clock.now() - service.nowMs)).toBeLessThanOrEqual(
            100,
          );
          // A `bet-spot` event once gave 13747.283.
          expect(service.feed.remainMs % 1).toBe(0);
        }
      }
    });

    test.each([
      ["stopped during sleep", true],
      ["ran during sleep", false],
    ])("a table whose clock %s is correct within two seconds of waking", async (_, clockStops) => {
      const service = new SimulatedService({ ...promises, latencyMs: () => 80 });
      await service.run(3 * MINUTE_MS);
      for (const asleepMs of [5_000, 12_000, 31_000, 47 * MINUTE_MS + 7_000]) {
        service.sleep(asleepMs, clockStops);
        service.feed.wake(true);
        await service.run(2_000);
        const { state, connection, timetable, results } = service.feed;
        expect(state).toMatchObject({ ...service.snapshot().state, remainMs: expect.any(Number) });
        expect(connection).toBe("live");
        expect(Math.abs(timetable.clock.now() - service.nowMs)).toBeLessThanOrEqual(100);
        await service.run(2_000);
        expect(results.length).toBe(72);
      }
      const wokeAtMs = service.nowMs;
      await service.run(3 * MINUTE_MS);
      expectEachOnceInOrder(service.announced);
      const after = service.announced.filter(({ atMs }) => atMs > wokeAtMs);
      expect(after).toHaveLength((4 * 3 * MINUTE_MS) / game.intervalMs);
      expect(Math.max(...latenessMs(after, game))).toBeLessThanOrEqual(200);
    });
  },
);

/** These faults affect every game alike. */
const game = games[0] as Game;

describe("a table whose network fails", () => {
  const brokenFromMs = START_MS + 2 * MINUTE_MS + 1_000;
  const brokenToMs = START_MS + 4 * MINUTE_MS + 3_000;
  const isBroken = (nowMs: number) => nowMs > brokenFromMs && nowMs < brokenToMs;

  function viewer(fault: Fault, paths = "", more: Partial<Conditions> = {}): SimulatedService {
    return new SimulatedService({
      game,
      startMs: START_MS,
      faultAt: (nowMs, path) => (isBroken(nowMs) && path.includes(paths) ? fault : null),
      ...more,
    });
  }

  test.each(["network", "silence"] as const)(
    "a table gets only the current phase after reconnecting (%s)",
    async (fault) => {
      const service = viewer(fault);
      await service.run(3 * MINUTE_MS);
      expect(service.feed.connection).toBe("offline");
      await service.run(3 * MINUTE_MS);
      expect(service.feed.connection).toBe("live");
      const before = service.announced.filter(({ atMs }) => atMs <= brokenFromMs);
      const [first] = service.announced.filter(({ atMs }) => atMs > brokenFromMs);
      // A request without a response is abandoned after this time.
      expect(first?.atMs).toBeLessThan(
        brokenToMs + LONGEST_WAIT_MS + (fault === "silence" ? TIMEOUT_MS : 0),
      );
      expect(first?.state.round).toBeGreaterThan((before.at(-1)?.state.round ?? 0) + 3);
      expectEachOnceInOrder(service.announced);
    },
  );

  // The table showed "Dealing" for 20 s, and sent 1.3 requests a second.
  test.each([0, 0.5, 0.99])(
    "a table polls less and less often while the connection is lost (random value %d)",
    async (random) => {
      const service = viewer("network", "", { random: () => random });
      await service.run(brokenFromMs - START_MS + 3_100);
      expect(service.feed.connection).toBe("offline");
      await service.run(60_000);
      const asked = service.requests.filter(
        ({ atMs, path }) => isBroken(atMs) && path === "current",
      );
      expect(asked.length).toBeLessThanOrEqual(12);
    },
  );

  test("a table has the current phase within two seconds of being back online", async () => {
    for (const fault of ["network", "silence"] as const) {
      // Whether or not a request is waiting for its response.
      for (let laterMs = 0; laterMs < 9_500; laterMs += 900) {
        const backMs = brokenToMs + laterMs;
        const service = viewer(fault, "", {
          // Without a stream.
          faultAt: (nowMs, path) =>
            nowMs > brokenFromMs && nowMs < backMs ? fault : unlessStream(nowMs, path),
        });
        await service.run(backMs - START_MS + 100);
        service.feed.wake(true);
        await service.run(2_000);
        expect(service.feed.connection).toBe("live");
        expect(service.feed.state).toMatchObject({ phase: service.snapshot().state.phase });
        service.end();
      }
    }
  });

  test("tables do not all return to a restarted server in the same second", async () => {
    const cameBackAtMs: number[] = [];
    for (let viewerNo = 0; viewerNo < 20; viewerNo++) {
      const service = viewer("network", "stream", {
        random: () => (viewerNo + 0.5) / 20,
        faultAt: (nowMs, path) =>
          path === "stream" && nowMs > brokenFromMs && nowMs < brokenFromMs + 1_000
            ? "network"
            : null,
      });
      await service.run(brokenFromMs - START_MS + 30_000);
      const again = service.requests.find(
        ({ path, atMs }) => path === "stream" && atMs > brokenFromMs + 1_000,
      );
      cameBackAtMs.push((again?.atMs ?? 0) - brokenFromMs);
      service.end();
    }
    for (let second = 0; second < 12; second++) {
      const inIt = cameBackAtMs.filter((ms) => Math.floor(ms / 1_000) === second);
      expect(inIt.length).toBeLessThanOrEqual(4);
    }
  });

  test("a table returns after maintenance at the time in Retry-After", async () => {
    const service = viewer({ status: 503, retryAfterS: 10, code: "maintenance" });
    await service.run(3 * MINUTE_MS);
    expect(service.feed.connection).toBe("maintenance");
    const asked = service.requests.filter(({ atMs }) => isBroken(atMs));
    expect(asked.length).toBeLessThanOrEqual(11);
    await service.run(2 * MINUTE_MS);
    expect(service.feed.connection).toBe("live");
  });
});

describe("a table whose stream fails while its requests work", () => {
  const faults: { name: string; fault: Fault; fromMs: number }[] = [
    { name: "is rejected because the service is full", fault: { status: 503 }, fromMs: 0 },
    { name: "opens and delivers nothing", fault: "silence", fromMs: 0 },
    { name: "cannot be opened", fault: "network", fromMs: 0 },
    { name: "falls silent later on", fault: "silence", fromMs: START_MS + 2 * MINUTE_MS },
    { name: "breaks off later on", fault: "network", fromMs: START_MS + 2 * MINUTE_MS },
  ];

  test.each(faults)("a table polls after a stream that $name", async ({ fault, fromMs }) => {
    const service = new SimulatedService({
      game,
      startMs: START_MS + 500,
      faultAt: (nowMs, path) => (path === "stream" && nowMs >= fromMs ? fault : null),
    });
    await service.run(10 * MINUTE_MS);
    const received = placesOf(service.announced);
    expect(received).toEqual(received.map((_, index) => (received[0] ?? 0) + index));
    expect(received).toHaveLength((4 * 10 * MINUTE_MS) / game.intervalMs);
    // Allows time for the first change that a silent stream withholds.
    const lateMs = latenessMs(service.announced, game).toSorted((a, b) => a - b);
    expect(lateMs.at(-1)).toBeLessThan(3_200);
    expect(lateMs.at(-2)).toBeLessThan(150);
    expect(service.feed.connection).toBe("live");
    expect(service.countRequests(START_MS + 500, "stream")).toBeLessThan(12);
  });

  test("a table replaces a stream that died silently", async () => {
    const service = new SimulatedService({ game, startMs: START_MS });
    await service.run(2 * MINUTE_MS + 1_000);
    service.cut();
    await service.run(2 * MINUTE_MS);
    const fromMs = service.nowMs;
    await service.run(10 * MINUTE_MS);
    expect(service.countRequests(fromMs)).toBeLessThanOrEqual(1);
    expectEachOnceInOrder(service.announced);
  });

  test("a table streams again when the stream works again", async () => {
    const service = new SimulatedService({
      game,
      startMs: START_MS,
      faultAt: (nowMs, path) =>
        path === "stream" && nowMs < START_MS + 5 * MINUTE_MS ? { status: 503 } : null,
    });
    await service.run(11 * MINUTE_MS);
    const fromMs = service.nowMs;
    await service.run(10 * MINUTE_MS);
    expect(service.countRequests(fromMs)).toBeLessThanOrEqual(1);
  });
});
