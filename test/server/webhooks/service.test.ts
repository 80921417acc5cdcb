import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EndpointData } from "../../../src/account/page-data.ts";
import type { Game } from "../../../src/games/contract.ts";
import { findGame } from "../../../src/games/index.ts";
import { roundAt, roundStartMs } from "../../../src/round/phases.ts";
import { decideRound, drandSettings, openRound } from "../../support/drand-service.ts";
import { eventually } from "../../support/eventually.ts";
import { startListening } from "../../support/listening-service.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { valuesOf } from "../../support/metric-values.ts";
import { NOW_MS, startService } from "../../support/service.ts";
import type { TestService } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { readStream } from "../../support/stream-reader.ts";
import { confirmedVisitor, signedInVisitor, subscribe } from "../../support/visitor.ts";
import type { Visitor } from "../../support/visitor.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";
import type { Receiver } from "../../support/webhook-receiver.ts";

/* Webhooks from a whole service, with real timers and the test's clock. */

const baccarat = findGame("baccarat") as Game;
const PRIVATE = { WEBHOOKS_PRIVATE: "on" };

async function add(
  { dataDir }: TestService,
  visitor: Visitor,
  { url }: Receiver,
  event: string,
): Promise<EndpointData> {
  await subscribe(dataDir);
  const fields = { url, "game-baccarat": "on", [`event-${event}`]: "on" };
  const { data } = await visitor.send("webhooks", "/account/webhooks/", fields);
  return data.endpoints.at(-1) as EndpointData;
}

const roundsOf = ({ received }: Receiver) =>
  received.map(({ payload }) => payload.type === "round.result" && payload.data.entry.round);

test("a result with a late beacon is sent as soon as it is known", async () => {
  const first = roundAt(NOW_MS, baccarat.intervalMs) + 1;
  const startOf = (round: number) => roundStartMs(round, baccarat.intervalMs);
  const env = { ...drandSettings(), ...PRIVATE };
  const service = await startService({ env, nowMs: startOf(first) - 10_000 });
  const receiver = await startReceiver();
  await add(service, await signedInVisitor(service), receiver, "round.result");
  openRound(service, baccarat, first);
  openRound(service, baccarat, first + 1);
  service.clock.nowMs = startOf(first + 2);
  decideRound(service, baccarat, first + 1);
  await eventually(() => receiver.received.length > 0);
  expect(roundsOf(receiver)).toEqual([first + 1]);
  decideRound(service, baccarat, first);
  await eventually(() => receiver.received.length > 1);
  expect(roundsOf(receiver)).toEqual([first + 1, first]);
  const sent = receiver.received.map(({ payload: { data } }) => "entry" in data && data.entry);
  expect(await service.read("/embed/baccarat/api/results?limit=2")).toEqual(sent);
});

test("no result is lost on a full disk", async () => {
  const folder = await smallDisk(16_384);
  const env = { ...PRIVATE, DATA_DIR: join(folder, "data") };
  const service = await startListening({ env });
  const receiver = await startReceiver();
  await add(service, await signedInVisitor(service), receiver, "round.result");
  const stream = await readStream(`${service.url}/embed/baccarat/api/stream`);
  await stream.until(1);
  const filler = join(folder, "filler");
  const filling = writeFile(filler, new Uint8Array(16_384_000));
  await expect(filling).rejects.toThrow("ENOSPC");

  const first = roundAt(NOW_MS, baccarat.intervalMs);
  let rounds = 0;
  const playOn = async () => {
    rounds += 1;
    service.clock.nowMs += baccarat.intervalMs;
    const state = await service.read("/embed/baccarat/api/current");
    expect(state).toMatchObject({ round: first + rounds });
    expect((await stream.until(1 + rounds)).at(-1)?.state).toEqual(state);
  };
  await eventually(async () => {
    await playOn();
    return service.log.some((line) => line.includes("webhook worker failed"));
  });
  await playOn();
  const sent = receiver.received.length;
  expect(sent).toBeLessThan(rounds);

  await rm(filler);
  await eventually(() => receiver.received.length >= rounds);
  expect(roundsOf(receiver)).toEqual(Array.from({ length: rounds }, (_, index) => first + index));
});

test("an account gets an email when its endpoint is switched off", async () => {
  const emails = await startMailServer();
  const service = await startService({ env: { ...PRIVATE, ...emails.env } });
  const receiver = await startReceiver(410);
  await add(service, await confirmedVisitor(service), receiver, "round.opened");
  await eventually(() => emails.said.some((line) => line.includes(receiver.url)));
  const text = emails.said.join("\n");
  expect(text).toContain("https://games.example.com/account/webhooks/");
  expect(text).toContain("410");
  await eventually(() => service.log.some((line) => line.includes("webhook endpoint off")));
});

test("the metrics count webhooks by outcome", async () => {
  const service = await startService({ env: PRIVATE });
  const [taking, refusing, gone] = [
    await startReceiver(),
    await startReceiver(500),
    await startReceiver(410),
  ];
  const visitor = await signedInVisitor(service);
  for (const receiver of [taking, refusing, gone]) {
    await add(service, visitor, receiver, "round.opened");
  }
  await eventually(() => [taking, refusing, gone].every(({ received }) => received.length > 0));
  await eventually(async () => {
    service.clock.nowMs += 1_000;
    const { 'state="off"': off } = await valuesOf(service, "tableside_webhook_endpoints");
    return off === 1;
  });
  expect(await valuesOf(service, "tableside_webhook_endpoints")).toEqual({
    'state="on"': 1,
    'state="failing"': 1,
    'state="off"': 1,
    'state="resting"': 0,
  });
  // Outcomes are counted on the next check.
  await eventually(async () => {
    const counted = await valuesOf(service, "tableside_webhooks_total");
    const failed = refusing.received.length + gone.received.length;
    return (
      counted['outcome="delivered"'] === taking.received.length &&
      counted['outcome="failed"'] === failed &&
      counted['outcome="switched_off"'] === 1
    );
  });
});
