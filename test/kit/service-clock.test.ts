import { expect, test } from "vitest";
import { createClient, serviceClock } from "../../src/kit/client.ts";
import type { Schedule } from "../../src/kit/client.ts";
import { betsCloseAtMs } from "../../src/kit/settle.ts";
import { startListening } from "../support/listening-service.ts";
import { startSandbox } from "../support/sandbox.ts";

const NOON_MS = Date.UTC(2026, 6, 1, 12);

/** A service with a given response time, and a steady clock. */
async function openClock({ nowMs = NOON_MS, thereMs = 0, backMs = 0 } = {}) {
  const service = await startListening({ nowMs });
  const client = createClient({ baseUrl: service.url, game: "baccarat" });
  let steadyMs = 7_000;
  const advance = (ms: number) => {
    service.clock.nowMs += ms;
    steadyMs += ms;
  };
  const clock = serviceClock(
    {
      async schedule(): Promise<Schedule> {
        advance(thereMs);
        const schedule = await client.schedule();
        advance(backMs);
        return schedule;
      },
    },
    () => steadyMs,
  );
  return { clock, client, service, advance, drift: (ms: number) => (steadyMs += ms) };
}

test.each([
  [0, 0],
  [2_000, 0],
  [0, 2_000],
  [300, 1_700],
])(
  "the service's time is within the stated bounds (request %i ms, response %i ms)",
  async (thereMs, backMs) => {
    const { clock, service, advance } = await openClock({ thereMs, backMs });
    await clock.sync();
    for (const ms of [0, 1, 14_000, 200_000]) {
      advance(ms);
      expect(clock.latestMs()).toBeGreaterThanOrEqual(service.clock.nowMs);
      expect(clock.latestMs() - clock.uncertaintyMs()).toBeLessThanOrEqual(service.clock.nowMs + 1);
    }
  },
);

test("a clock that runs 100 ppm slow does not accept late bets", async () => {
  const { clock, service, drift } = await openClock();
  await clock.sync();
  service.clock.nowMs += 200_000;
  drift(200_000 * (1 - 0.0001));
  expect(clock.latestMs()).toBeGreaterThanOrEqual(service.clock.nowMs);
});

// The previous day's schedule lacks the new day's closing times, so all bets were rejected.
test("bets on a day's first rounds are accepted", async () => {
  const { clock, client, advance } = await openClock({ nowMs: NOON_MS + 12 * 3_600_000 - 10_000 });
  await clock.sync();
  advance(11_000);
  const { round } = await client.current();
  expect(betsCloseAtMs(round, await clock.sync())).toBe(NOON_MS + 12 * 3_600_000 + 15_000);
});

test("the clock follows each move of a sandbox's clock", async () => {
  const sandbox = await startSandbox();
  const client = createClient({ baseUrl: sandbox.url, game: "baccarat" });
  // This machine's time has no effect either.
  const clock = serviceClock(client, () => 7_000);
  for (const to of ["2026-07-01T12:00:05Z", "2026-07-01T13:00:00Z"]) {
    await sandbox.tell({ do: "move", to });
    const { now } = await clock.sync();
    expect(now).toBe((await sandbox.read("/embed/baccarat/api/schedule")).now);
    expect(clock.latestMs()).toBeGreaterThanOrEqual(now);
    expect(clock.latestMs() - clock.uncertaintyMs()).toBeLessThan(now + 1_000);
  }
});
