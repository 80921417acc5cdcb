/*
 * A server whose clock was 2 s fast showed every result 2 s before bets closed. Here clocks are set by libfaketime.
 */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { Schedule } from "../../../../src/wire/responses.ts";
import { ensureBuild } from "../../../support/build.ts";
import { shiftedDatabase } from "../../../support/database-clock.ts";
import { settingsFor } from "../../../support/engines.ts";
import { eventually } from "../../../support/eventually.ts";
import { startServer } from "../../../support/server-process.ts";
import { OTHER_SECRET_HEX, SECRET_HEX } from "../../../support/service.ts";
import { readStream } from "../../../support/stream-reader.ts";
import { tempFolder } from "../../../support/temp-store.ts";
import { wrongClock } from "../../../support/wrong-clock.ts";

async function untilStatus(server: string, status: number): Promise<void> {
  await eventually(async () => {
    const response = await fetch(`${server}/embed/baccarat/api/current`);
    await response.body?.cancel();
    return response.status === status;
  });
}

beforeAll(ensureBuild, 600_000);

const secrets = { ORACLE_SECRET: SECRET_HEX, SIGNING_KEY: OTHER_SECRET_HEX };

async function healthOf(address: string): Promise<unknown> {
  return (await fetch(`${address}/healthz`)).json();
}

describe("wrong clocks on PostgreSQL", () => {
  test("a second server with a wrong clock agrees with the first", async () => {
    const { place } = await shiftedDatabase();
    const settings = { ...settingsFor(place), ...secrets };
    const clock = await wrongClock(join(await tempFolder(), "clock"), "+1h");
    const right = await startServer(settings);
    const wrong = await startServer({ ...settings, ...clock.env });
    const nowOf = async ({ address }: { address: string }) =>
      ((await (await fetch(`${address}/embed/baccarat/api/schedule`)).json()) as Schedule).now;
    for (const ahead of ["+10m", "-30d", "+1d"]) {
      await clock.set(ahead);
      // So that the database's clock is read again.
      await pause(3_000);
      const beforeMs = await nowOf(right);
      const wrongMs = await nowOf(wrong);
      // The servers know the time to within the duration of a query.
      expect(wrongMs).toBeGreaterThan(beforeMs - 60_000);
      expect(wrongMs).toBeLessThan((await nowOf(right)) + 60_000);
      expect(await healthOf(wrong.address)).toMatchObject({ status: "ok", clock: "sure" });
    }
  });
});

describe("wrong clocks on one machine", () => {
  test("moving the server's clock closes the tables until the clock is right again", async () => {
    const clock = await wrongClock(join(await tempFolder(), "clock"), "+0s");
    const server = await startServer({ ...secrets, ...clock.env });
    const { address } = server;
    for (const ahead of ["+2s", "-1h"]) {
      const stream = await readStream(`${address}/embed/baccarat/api/stream`);
      await stream.until(1);
      await clock.set(ahead);
      await untilStatus(address, 503);
      await eventually(() => stream.ended());
      await server.untilPrinted('"event":"clock unusable"');
      const refused = await fetch(`${address}/embed/baccarat/api/current`);
      expect(await refused.json()).toMatchObject({ code: "time_unknown", reason: "clock" });
      expect((await fetch(`${address}/embed/baccarat/api/stream`)).status).toBe(503);
      await clock.set("+0s");
      await untilStatus(address, 200);
    }
  });
});
