import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { listBalances } from "../../server/payment/balance.ts";
import { submitClaim } from "../../server/payment/claims.ts";
import { readBooks } from "../../server/payment/incoming/books.ts";
import type { Invoice } from "../../server/payment/invoices.ts";
import { someBuild } from "../support/build.ts";
import { bothEngines, settingsFor } from "../support/engines.ts";
import { eventually } from "../support/eventually.ts";
import { anInvoice, hashOf } from "../support/payments.ts";
import { startServer } from "../support/server-process.ts";
import { OTHER_SECRET_HEX, SECRET_HEX } from "../support/service.ts";
import { tempStore } from "../support/temp-store.ts";
import { RECEIVER, startTronNode } from "../support/tron-node.ts";

const KILLS = 50;
const USDT = 1_000_000;

/** What an account sends for its invoice, and what it has in the end. */
const KINDS = [
  { sends: (amount: number) => [amount], buys: 1, keeps: () => 0, names: true },
  { sends: (amount: number) => [amount], buys: 1, keeps: () => 0, names: false },
  { sends: (amount: number) => [amount - USDT], buys: 0, keeps: (amount: number) => amount - USDT },
  { sends: (amount: number) => [amount + 3 * USDT], buys: 1, keeps: () => 3 * USDT, names: true },
  { sends: (amount: number) => [amount, amount], buys: 1, keeps: (amount: number) => amount },
] as const;

beforeAll(someBuild, 600_000);

test.each(bothEngines)("on $name, books balance after 50 kills of two servers", async (engine) => {
  const place = await engine.emptyPlace();
  const node = await startTronNode();
  node.delayMs = 30;
  const settings = {
    ...settingsFor(place),
    ORACLE_SECRET: SECRET_HEX,
    SIGNING_KEY: OTHER_SECRET_HEX,
    SELL_SEED_MODE: "yes",
    TRON_ADDRESSES: RECEIVER,
    TRON_URL: node.url,
    PLANS: "Month:30:49",
    DEMO: "off",
  };
  const servers = [await startServer(settings), await startServer(settings)];
  const { store } = await tempStore(place);
  const sent: { account: string; invoice: Invoice; kind: (typeof KINDS)[number] }[] = [];
  let transactions = 0;

  async function order(number: number): Promise<void> {
    const account = `operator${number}`;
    const nowMs = Date.now();
    const invoice = await anInvoice(store, account, nowMs);
    const kind = KINDS[number % KINDS.length] as (typeof KINDS)[number];
    sent.push({ account, invoice, kind });
    for (const amount of kind.sends(invoice.amount)) {
      const hash = hashOf((transactions += 1));
      node.arrive(hash, nowMs, [{ to: RECEIVER, amount }]);
      if ("names" in kind && kind.names) {
        await submitClaim(store, invoice, hash, nowMs);
      }
    }
  }

  for (let kill = 0; kill < KILLS; kill++) {
    await Promise.all([order(2 * kill), order(2 * kill + 1)]);
    // A kill meets whatever is under way: no moment is chosen.
    await pause(Math.random() * 600);
    const victim = kill % servers.length;
    servers[victim]?.child.kill("SIGKILL");
    await servers[victim]?.ended();
    servers[victim] = await startServer(settings);
  }
  const cameIn = sent.reduce(
    (sum, { invoice, kind }) => kind.sends(invoice.amount).reduce((all, each) => all + each, sum),
    0,
  );
  await eventually(async () => (await readBooks(store)).cameIn === BigInt(cameIn));
  const { waiting, dismissed, refunded } = await readBooks(store);
  expect({ waiting, dismissed, refunded }).toEqual({ waiting: 0n, dismissed: 0n, refunded: 0n });

  const payments = await store.db.selectFrom("payment").select("account_id").execute();
  const balances = new Map(
    (await listBalances(store)).map(({ accountId, balance }) => [accountId, balance]),
  );
  for (const { account, invoice, kind } of sent) {
    const bought = payments.filter((payment) => payment.account_id === account).length;
    expect([account, bought, balances.get(account) ?? 0]).toEqual([
      account,
      kind.buys,
      kind.keeps(invoice.amount),
    ]);
  }
});
