/*
 * What a flood of made-up transactions costs an honest payer: `node test/bench/payments.ts [--pairs 5]`.
 *
 * How long it takes from naming a transaction, which the node knows as final, until it is credited: alone,
 * and right behind 200 made-up ones of 40 accounts. The worker runs as in the service, once a second, on
 * a SQLite file and on PostgreSQL, and each answer of the node takes 50 ms. In pairs, taken in turns, so that their ratio
 * holds on a machine that does other things as well. Ends with 1 where it is more than twice as long.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { claimsOf } from "../../server/payment/claims.ts";
import { watchNode } from "../../server/payment/tron/node-watch.ts";
import { tronNode } from "../../server/payment/tron/node.ts";
import { paymentWorker } from "../../server/payment/worker.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { Store, StorePlace } from "../../server/store/store.ts";
import { aClaim, anInvoice, hashOf, RULES, vault } from "../support/payments.ts";
import { asAdmin, databaseUrl, startPostgres } from "../support/postgres.ts";
import { RECEIVER, receiptOf, runTronNode, USDT } from "../support/tron-node.ts";
import { spreadOf, written } from "./support/figures.ts";

const { values } = parseArgs({ options: { pairs: { type: "string", default: "5" } } });
const ACCOUNTS = 40;
const OF_EACH = 5;
const TICK_MS = 1_000;
const MOST_RATIO = 2;
const HONEST = hashOf(0xa11ce);

const folder = await mkdtemp(join(tmpdir(), "tableside-bench-"));
const postgres = await startPostgres();
let databases = 0;
try {
  await measure("SQLite", async () => ({ file: join(folder, `${++databases}.sqlite`) }));
  await measure("PostgreSQL", async () => {
    const name = `payments${++databases}`;
    await asAdmin(postgres.port, `create database ${name} owner tableside`);
    return { url: databaseUrl(postgres.port, name) };
  });
} finally {
  await postgres.end();
  await rm(folder, { recursive: true, force: true });
}

async function measure(name: string, newPlace: () => Promise<StorePlace>): Promise<void> {
  const alone: number[] = [];
  const flooded: number[] = [];
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    alone.push(await creditMs(await newPlace(), 0));
    flooded.push(await creditMs(await newPlace(), ACCOUNTS));
  }
  const ratios = flooded.map((ms, pair) => ms / (alone[pair] ?? ms));
  console.log(`${name}: to credit a payment, ms: ${written(spreadOf(alone), 0)}`);
  console.log(`behind ${ACCOUNTS * OF_EACH} made-up ones, ms: ${written(spreadOf(flooded), 0)}`);
  console.log(`ratio: ${written(spreadOf(ratios), 2)}`);
  if (!(spreadOf(ratios).median <= MOST_RATIO)) {
    process.exitCode = 1;
  }
}

/** How long an honest payment takes behind the made-up transactions of so many accounts, ms. */
async function creditMs(place: StorePlace, accounts: number): Promise<number> {
  const store = await openStore(place);
  const { node: fake, end } = await runTronNode();
  fake.delayMs = 50;
  const node = tronNode({ url: fake.url, apiKey: null });
  const deps = { store, vault, rules: RULES, node, now: Date.now, log: () => {} };
  const watch = watchNode({ ...deps, contract: USDT, report: () => {} });
  const worker = paymentWorker({ ...deps, watch, random: Math.random, holder: randomUUID() });
  await worker.work();
  const ticks = setInterval(() => void worker.work(), TICK_MS);
  try {
    await flood(store, accounts);
    const invoice = await anInvoice(store, "ann", Date.now());
    const transfers = [{ to: RECEIVER, amount: invoice.amount }];
    fake.put(HONEST, receiptOf(HONEST, Date.now(), transfers));
    const startMs = performance.now();
    await aClaim(store, invoice, HONEST, Date.now());
    while ((await claimsOf(store, invoice.id))[0]?.state !== "paid") {
      await pause(5);
    }
    return performance.now() - startMs;
  } finally {
    clearInterval(ticks);
    await worker.stop();
    end();
    await store.close();
  }
}

async function flood(store: Store, accounts: number): Promise<void> {
  for (let account = 0; account < accounts; account++) {
    const invoice = await anInvoice(store, `eve${account}`, Date.now());
    for (let number = 0; number < OF_EACH; number++) {
      await aClaim(store, invoice, hashOf(account * OF_EACH + number), Date.now());
    }
  }
}
