import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { renew, revoke } from "../../../server/access/keys.ts";
import { setMaintenance } from "../../../server/access/maintenance.ts";
import { createOracle } from "../../../server/oracle/oracle.ts";
import { exactTime } from "../../../server/oracle/time-source.ts";
import { serialized } from "../../../server/store/serialized.ts";
import { rotateSecret } from "../../../server/webhooks/endpoints.ts";
import type { Game } from "../../../src/games/contract.ts";
import { findGame } from "../../../src/games/index.ts";
import { roundAt } from "../../../src/round/phases.ts";
import { VECTOR_SECRET } from "../../support/dealt-rounds.ts";
import { engines } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { vault } from "../../support/payments.ts";
import { NOW_MS } from "../../support/service.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";
import type { Received, Receiver } from "../../support/webhook-receiver.ts";
import { openWebhookSetup } from "../../support/webhook-setup.ts";

const DAY_MS = 86_400_000;
const baccarat = findGame("baccarat") as Game;
const round = roundAt(NOW_MS, baccarat.intervalMs);
/** Times since the start of a half-minute round in `seed` mode, ms. */
const CLOSED_MS = 15_000;
const RESULT_MS = 24_000;
const oracle = createOracle({ secret: VECTOR_SECRET, timeZone: "UTC" });

const ids = ({ received }: Receiver) => received.map(({ id }) => id);
const untilReceived = (receiver: Receiver, count: number) =>
  eventually(() => receiver.received.length >= count);

describe.each(engines)("on $name", (engine) => {
  test("an endpoint gets each round's events in order", async () => {
    const setup = await openWebhookSetup(await engine.place());
    const receiver = await startReceiver();
    const { id } = await setup.add(receiver.url, { games: ["baccarat"] });
    const server = await setup.server();
    await server.check();
    await untilReceived(receiver, 1);
    await server.after(CLOSED_MS);
    await untilReceived(receiver, 2);
    await server.after(RESULT_MS - CLOSED_MS);
    await untilReceived(receiver, 3);
    await server.after(30_000 - RESULT_MS);
    await untilReceived(receiver, 4);
    expect(ids(receiver)).toEqual([
      `${id}-baccarat-${round}-opened`,
      `${id}-baccarat-${round}-closed`,
      `${id}-baccarat-${round}-result`,
      `${id}-baccarat-${round + 1}-opened`,
    ]);
  });

  test("results of rounds that ended while no server was running are sent later", async () => {
    const setup = await openWebhookSetup(await engine.place());
    const receiver = await startReceiver();
    await setup.add(receiver.url, { games: ["baccarat"] });
    const first = await setup.server();
    await first.check();
    await untilReceived(receiver, 1);
    await first.stop();
    const second = await setup.server();
    await second.after(3 * 30_000 + 5_000);
    await untilReceived(receiver, 5);
    expect(receiver.received.map(({ payload }) => payload.type)).toEqual([
      "round.opened",
      "round.result",
      "round.result",
      "round.result",
      "round.opened",
    ]);
  });

  test("endpoints pause while their key is invalid", async () => {
    const setup = await openWebhookSetup(await engine.place());
    const [ending, revoked] = [await startReceiver(), await startReceiver()];
    const short = await setup.newSubscription({ endsAtMs: NOW_MS + 45_000 });
    const other = await setup.newSubscription();
    const only = { games: ["baccarat"], events: ["round.opened"] };
    await setup.add(ending.url, { ...only, subscriptionId: short.subscriptionId });
    await setup.add(revoked.url, { ...only, subscriptionId: other.subscriptionId });
    const server = await setup.server();
    await server.check();
    await Promise.all([untilReceived(ending, 1), untilReceived(revoked, 1)]);
    await revoke(setup.store, other.keyId, setup.clock.nowMs);
    await server.after(30_000);
    await untilReceived(ending, 2);
    await server.after(30_000);
    expect(server.states()).toEqual({ on: 0, failing: 0, off: 0, resting: 2 });
    expect([ending.received.length, revoked.received.length]).toEqual([2, 1]);
    await renew(setup.store, short.keyId, 1, setup.clock.nowMs);
    await server.check();
    await untilReceived(ending, 3);
    expect(revoked.received).toHaveLength(1);
  });
});

test("each payload matches the API's state of the round", async () => {
  const setup = await openWebhookSetup();
  const receiver = await startReceiver();
  await setup.add(receiver.url);
  const server = await setup.server();
  for (const atMs of [0, 33_000, 51_000]) {
    setup.clock.nowMs = NOW_MS + atMs;
    await server.check();
  }
  // One minute has all events of the race. The first round of each card game has no closing, since no server was
  // running then, and the second has no result yet.
  await untilReceived(receiver, 11);
  const results = [];
  const states = [];
  for (const { payload } of receiver.received) {
    const atMs = Date.parse(payload.timestamp);
    if (payload.type === "round.result") {
      const { game: slug, entry } = payload.data;
      const game = findGame(slug) as Game;
      const page = { limit: 1, round: entry.round };
      const [known, early] = [atMs, atMs - 1].map((ms) => oracle.results(game, ms, page));
      results.push({ entry: [entry], public: known, early });
    } else if (payload.type === "round.opened" || payload.type === "round.closed") {
      const { game: slug, state } = payload.data;
      const isClosed = payload.type === "round.closed";
      // A millisecond earlier, bets were open, and the same facts were public.
      const before = oracle.current(findGame(slug) as Game, exactTime(atMs - (isClosed ? 1 : 0)));
      states.push({ state, public: isClosed ? { ...before, remainMs: 0 } : before });
    }
  }
  expect([results.length, states.length]).toEqual([3, 8]);
  expect(results.map(({ entry }) => entry)).toEqual(results.map((result) => result.public));
  expect(results.flatMap(({ early }) => early)).toEqual([]);
  expect(states.map(({ state }) => state)).toEqual(states.map((state) => state.public));
  const [first] = receiver.received;
  expect(first?.payload.data).toMatchObject({
    record: expect.stringMatching(/^https:\/\/games\.example\.com\/embed\/\w+\/api\/rounds\/\d+$/),
  });
});

test("both secrets sign webhooks for a day after a rotation", async () => {
  const setup = await openWebhookSetup();
  const receiver = await startReceiver();
  const { id, secret } = await setup.add(receiver.url, {
    games: ["baccarat"],
    events: ["round.opened"],
  });
  const newSecret = await serialized(setup.store, (within) =>
    rotateSecret(within, vault, id, setup.clock.nowMs),
  );
  const signaturesBy = (known: string, index: number) => {
    const { headers, text } = receiver.received[index] as Received;
    const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    const signature = new Webhook(known).sign(String(headers["webhook-id"]), sentAt, text);
    return String(headers["webhook-signature"]).split(" ").includes(signature);
  };
  const server = await setup.server();
  await server.check();
  await untilReceived(receiver, 1);
  expect([signaturesBy(secret, 0), signaturesBy(newSecret, 0)]).toEqual([true, true]);
  await server.after(DAY_MS - 30_000);
  await untilReceived(receiver, 2);
  expect([signaturesBy(secret, 1), signaturesBy(newSecret, 1)]).toEqual([true, true]);
  await server.after(30_000);
  await untilReceived(receiver, 3);
  expect([signaturesBy(secret, 2), signaturesBy(newSecret, 2)]).toEqual([false, true]);
});

test("a game in maintenance sends only `round.result` webhooks", async () => {
  const setup = await openWebhookSetup();
  const receiver = await startReceiver();
  await setup.add(receiver.url, { games: ["baccarat"] });
  const server = await setup.server();
  await server.check();
  await untilReceived(receiver, 1);
  await setMaintenance(setup.store, "baccarat", true, setup.clock.nowMs);
  for (let seconds = 0; seconds < 60; seconds++) {
    await server.after(1_000);
  }
  await untilReceived(receiver, 3);
  await setMaintenance(setup.store, "baccarat", false, setup.clock.nowMs);
  await server.check();
  await untilReceived(receiver, 4);
  expect(ids(receiver).map((id) => id.replace(/^[^-]+-baccarat-/, ""))).toEqual([
    `${round}-opened`,
    `${round}-result`,
    `${round + 1}-result`,
    `${round + 2}-opened`,
  ]);
});
