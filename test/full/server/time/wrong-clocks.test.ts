/*
 * A server whose clock was 2 s fast showed every result 2 s before bets closed, and logged nothing. Here
 * one of three real servers has a wrong clock, by libfaketime.
 */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { someBuild } from "../../../support/build.ts";
import { untilStatus, watchServers } from "../../../support/clock-trial.ts";
import { datedHost } from "../../../support/dated-host.ts";
import { testChain } from "../../../support/drand-chain.ts";
import { drandSettings } from "../../../support/drand-service.ts";
import { times } from "../../../support/effort.ts";
import { patient, postgres, settingsFor, sqlite } from "../../../support/engines.ts";
import { eventually } from "../../../support/eventually.ts";
import { startServer } from "../../../support/server-process.ts";
import { OTHER_SECRET_HEX, SECRET_HEX } from "../../../support/service.ts";
import { readStream } from "../../../support/stream-reader.ts";
import { tempFolder } from "../../../support/temp-store.ts";
import { network } from "../../../support/test-proofs.ts";
import { wrongClock } from "../../../support/wrong-clock.ts";

beforeAll(someBuild, 600_000);

const HOUR_MS = 3_600_000;
const CLEAN = { early: 0, contradictions: 0, differing: 0 };
const secrets = { ORACLE_SECRET: SECRET_HEX, SIGNING_KEY: OTHER_SECRET_HEX, DEMO: "off" };

test("one of three servers with a wrong clock serves nothing, says why, and serves once it is corrected", async () => {
  const settings = { ...settingsFor(patient(await postgres.place())), ...secrets };
  const clock = await wrongClock(join(await tempFolder(), "clock"), "+2s");
  const others = [await startServer(settings), await startServer(settings)];
  const wrong = await startServer({ ...settings, ...clock.env });
  const { address } = wrong;
  const trial = watchServers([...others, wrong].map((server) => server.address));

  expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({
    status: 503,
    detail: expect.stringMatching(/^This server's clock is 2\.\d s ahead of the database's clock/),
  });
  expect(wrong.stdout()).toContain('"event":"clock contradicted"');
  const refused = await fetch(`${address}/embed/baccarat/api/current`);
  expect(await refused.json()).toMatchObject({ code: "time_unknown", reason: "clock" });
  expect((await fetch(`${address}/embed/baccarat/api/stream`)).status).toBe(503);

  for (const ahead of ["+1h", "-10s", "+1d", "-1h"].slice(0, times(2, 4))) {
    await clock.set("+0s");
    await untilStatus(address, 200);
    const stream = await readStream(`${address}/embed/baccarat/api/stream`);
    await stream.until(1);
    await clock.set(ahead);
    await untilStatus(address, 503);
    await eventually(() => stream.ended());
  }
  await clock.set("+0s");
  await untilStatus(address, 200);
  for (const server of others) {
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  }
  expect(await trial.stop()).toMatchObject(CLEAN);
});

describe("two servers on one file", () => {
  test("whose clocks contradict each other serve nothing, until they agree", async () => {
    const settings = { ...settingsFor(await sqlite.place()), ...secrets };
    const clock = await wrongClock(join(await tempFolder(), "clock"), "+2s");
    const right = await startServer(settings);
    const wrong = await startServer({ ...settings, ...clock.env });
    const trial = watchServers([right.address, wrong.address]);
    expect(await (await fetch(`${wrong.address}/healthz`)).json()).toMatchObject({
      status: 503,
      detail: expect.stringContaining("The clocks of the servers on this store contradict"),
    });
    await clock.set("+0s");
    await untilStatus(wrong.address, 200);
    await untilStatus(right.address, 200);
    expect(await trial.stop()).toMatchObject(CLEAN);
  });
});

describe("a single server on a file, whose clock is three hours fast", () => {
  test("serves nothing from its start on where it talks to a relay, and is stopped by no lying one", async () => {
    const relay = await testChain(network).startRelay();
    const liar = await datedHost(() => Date.now() - HOUR_MS);
    const clock = await wrongClock(join(await tempFolder(), "clock"), "+3h");
    const { address } = await startServer({
      ...secrets,
      ...drandSettings([relay.url]),
      ...clock.env,
    });
    expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({
      status: 503,
      detail: expect.stringMatching(
        /^This server's clock is 1\d{4}\.\d s ahead of the clocks of those/,
      ),
    });
    await clock.set("+0s");
    await eventually(async () => (await fetch(`${address}/healthz`)).status === 200);
    const lied = await startServer({ ...secrets, ...drandSettings([liar.url, relay.url]) });
    expect((await fetch(`${lied.address}/healthz`)).status).toBe(200);
    expect(liar.asked).toContain("HEAD");
  });
});
