import { issue, revoke } from "../../server/access/keys.ts";
import { setMaintenance } from "../../server/access/maintenance.ts";
import { takeDays } from "../../server/owner/days.ts";
import type { StorePlace } from "../../server/store/store.ts";
import { games } from "../../src/games/index.ts";
import { phaseStartMs, roundAt } from "../../src/round/phases.ts";
import { eventually } from "../support/eventually.ts";
import { hashOf } from "../support/payments.ts";
import { NOW_MS, startService } from "../support/service.ts";
import type { TestService } from "../support/service.ts";
import { tempStore } from "../support/temp-store.ts";
import { RECEIVER, receiptOf, startTronNode } from "../support/tron-node.ts";
import type { FakeTronNode } from "../support/tron-node.ts";
import { signedInVisitor } from "../support/visitor.ts";
import type { Visitor } from "../support/visitor.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
/** The site that shows a table. */
const SITE = "https://casino.example";
export const CUSTOMERS = ["ann@operator.example", "eve@operator.example"] as const;

/** What a service of any version is set to, besides where its data is. */
export const SETTINGS = {
  SELL_SEED_MODE: "yes",
  TRON_ADDRESSES: RECEIVER,
  PLANS: "Month:30:49",
  WEBHOOKS_PRIVATE: "on",
  LOG_ORIGIN: "games.example.com/log",
};

/** What is known of a life besides its data. */
export interface Lived {
  readonly nowMs: number;
  /** The texts of its keys. */
  readonly keyTexts: readonly string[];
  /** The rounds that were played, by game. */
  readonly rounds: Readonly<Record<string, readonly number[]>>;
  readonly invoiceIds: readonly string[];
}

/**
 * Lets a service live two days: keys, customers, payments of all kinds, a webhook, usage, published days and
 * the receipts of rounds. What it leaves is data as this version writes it.
 *
 * @param accompany begins what goes on beside the service all through its life, and gives what ends that.
 */
export async function live(
  env: Readonly<Record<string, string>>,
  place: StorePlace,
  accompany: (service: TestService) => () => Promise<void> = () => async () => {},
): Promise<Lived> {
  const node = await startTronNode();
  const service = await startService({
    env: { ...SETTINGS, ...env, TRON_URL: node.url },
    hashesSlowly: true,
  });
  node.chain.solidMs = () => service.clock.nowMs - 60_000;
  const leave = accompany(service);
  const rounds = await playRounds(service, NOW_MS);
  const issued = await issueKeys(place);
  // One after the other: on a busy machine whoever waits for three seconds behind others is not signed in.
  const ann = await signedInVisitor(service, CUSTOMERS[0]);
  const eve = await signedInVisitor(service, CUSTOMERS[1]);
  const paid = await pay(service, node, ann, { hash: hashOf(1), missing: 0 });
  const short = await pay(service, node, eve, { hash: hashOf(2), missing: 1_000_000 });
  wait(service);
  const open = await ann.send("invoice", "/account/plans/", { plan: "Month" });
  await callWebhook(service, ann);

  const { data } = await ann.send("dashboard", "/account/key/trial/");
  const mine = data.subscription?.keys[0]?.id ?? "";
  const shown = await ann.send("dashboard", "/account/key/reveal/", { key: mine });
  const own = shown.data.subscription?.keys[0]?.keyText ?? "";
  await ann.post("/account/sites/", { origins: SITE });
  const keyTexts = [...issued, own];
  for (const key of keyTexts) {
    const headers = { referer: `${SITE}/lobby`, "sec-fetch-dest": "iframe" };
    await service.ask(`/embed/baccarat/?key=${key}`, { headers });
  }
  await service.catchUp();
  service.clock.nowMs = NOW_MS + DAY_MS;
  await service.catchUp();
  const later = await playRounds(service, NOW_MS + DAY_MS);
  await actAsOwner(service, place);
  await service.catchUp();
  const nowMs = service.clock.nowMs;
  await leave();
  await service.close();
  return {
    nowMs,
    keyTexts,
    rounds: Object.fromEntries(
      games.map(({ slug }) => [slug, [...(rounds[slug] ?? []), ...(later[slug] ?? [])]]),
    ),
    invoiceIds: [paid, short, open.data.id],
  };
}

/** No two acts of a life are at one time, so that lists of them have one order. */
function wait({ clock }: TestService): void {
  clock.nowMs += SECOND_MS;
}

/** Lets two rounds of each game open and come to their results, from a time on at which all begin. */
async function playRounds(
  service: TestService,
  fromMs: number,
): Promise<Record<string, readonly number[]>> {
  const played = games.map((game) => {
    const first = roundAt(fromMs, game.intervalMs);
    return { game, rounds: [first, first + 1] };
  });
  const momentsMs = played.flatMap(({ game, rounds }) =>
    rounds.flatMap((round) =>
      (["betting", "result"] as const).map((phase) => phaseStartMs(round, phase, game)),
    ),
  );
  for (const ms of momentsMs.toSorted((one, other) => one - other)) {
    service.clock.nowMs = ms;
    await service.catchUp();
  }
  return Object.fromEntries(played.map(({ game, rounds }) => [game.slug, rounds]));
}

/** One for all sites, one for two of them, one that ended and one that was revoked. */
async function issueKeys(place: StorePlace): Promise<string[]> {
  const { store } = await tempStore(place);
  const texts: string[] = [];
  const order = { origins: [], endsAtMs: Date.UTC(2100, 0, 1) };
  for (const [index, own] of [
    { label: "All sites 🎲" },
    { label: "Two sites", origins: [SITE, "https://*.casino.example"] },
    { label: "Over", endsAtMs: NOW_MS + DAY_MS },
    { label: "Revoked" },
  ].entries()) {
    const { id, keyText } = await issue(store, { ...order, ...own }, NOW_MS + index);
    texts.push(keyText);
    if (own.label === "Revoked") {
      await revoke(store, id, NOW_MS + index);
    }
  }
  await store.close();
  return texts;
}

/** Chooses the plan and pays, maybe less than it costs; gives the invoice's id once that is decided. */
async function pay(
  service: TestService,
  node: FakeTronNode,
  customer: Visitor,
  { hash, missing }: { hash: string; missing: number },
): Promise<string> {
  wait(service);
  const { data } = await customer.send("invoice", "/account/plans/", { plan: "Month" });
  wait(service);
  const amount = Math.round(Number(data.amount) * 1_000_000) - missing;
  node.put(hash, receiptOf(hash, service.clock.nowMs, [{ to: RECEIVER, amount }]));
  await customer.send("invoice", "/account/invoice/", { invoice: data.id, hash });
  await eventually(async () => {
    wait(service);
    const page = await customer.see("invoice", `/account/invoice/?id=${data.id}`);
    return page.data.state === "paid" || page.data.restId !== null;
  });
  return data.id;
}

/** Adds an endpoint and has it called, once in vain. */
async function callWebhook(service: TestService, customer: Visitor): Promise<void> {
  const receiver = await startReceiver();
  const choice = { "game-baccarat": "on", "event-round.result": "on" };
  const added = await customer.send("webhooks", "/account/webhooks/", {
    url: receiver.url,
    ...choice,
  });
  const endpoint = added.data.endpoints[0]?.id ?? "";
  for (const mood of [200, 500]) {
    wait(service);
    receiver.mood = mood;
    await customer.send("webhooks", "/account/webhooks/test/", { endpoint });
  }
}

/** Takes days from a customer, and closes a game. */
async function actAsOwner({ clock }: TestService, place: StorePlace): Promise<void> {
  const { store } = await tempStore(place);
  const order = { email: CUSTOMERS[0], days: 2, reason: "agreed by mail" };
  await takeDays(store, order, clock.nowMs);
  await setMaintenance(store, "bigsixball", true, clock.nowMs);
  await store.close();
}
