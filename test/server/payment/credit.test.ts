import { describe, expect, test } from "vitest";
import { endPlan } from "../../../server/owner/plan-actions.ts";
import { readBalance } from "../../../server/payment/balance.ts";
import { buyFromBalance } from "../../../server/payment/credit.ts";
import { liveInvoices } from "../../../server/payment/invoices.ts";
import type { Invoice } from "../../../server/payment/invoices.ts";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store } from "../../../server/store/store.ts";
import { bothEngines, engines, patient } from "../../support/engines.ts";
import {
  aClaim,
  anAccount,
  anInvoice,
  aReceipt,
  decided,
  hashOf,
  MONTH,
  pays,
  putBalance,
  TERMS,
  vault,
} from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-node.ts";

const NOW_MS = Date.UTC(2026, 6, 1);
const DAY_MS = 86_400_000;
const SOON_MS = NOW_MS + 60_000;
const MAX_LATE_MS = NOW_MS + 30 * 3_600_000;
const USDT = 1_000_000;

describe.each(engines)("on $name", (engine) => {
  async function open() {
    const { store } = await tempStore(await engine.place());
    let number = 0;
    /** Pays an amount and claims it for the invoice. Returns the claim's reason. */
    async function pay(invoice: Invoice, amount: number, atMs = SOON_MS) {
      number += 1;
      return (await pays(store, invoice, number, atMs, { more: amount - invoice.amount })).reason;
    }
    const balance = () => readBalance(store.db, "ann");
    return { store, pay, balance };
  }

  async function bought(store: Store) {
    return store.db.selectFrom("payment").select(["plan", "days"]).execute();
  }

  test("a short payment counts towards the plan once the rest is paid", async () => {
    const { store, pay, balance } = await open();
    const invoice = await anInvoice(store, "ann", NOW_MS);
    expect(await pay(invoice, invoice.amount - USDT)).toBe("too_little");
    expect(await bought(store)).toEqual([]);
    // Nothing asks for the whole amount again.
    expect(await liveInvoices(store, "ann", SOON_MS)).toEqual([]);
    const rest = await anInvoice(store, "ann", SOON_MS);
    expect(rest.from_balance).toBe(invoice.amount - USDT);
    const missing = MONTH.price - rest.from_balance;
    expect(rest.amount).toBeLessThanOrEqual(missing);
    expect(rest.amount).toBeGreaterThan(missing - 10_000);
    expect(await pay(rest, rest.amount)).toBeNull();
    expect(await bought(store)).toEqual([{ plan: "30 days", days: 30 }]);
    expect(await balance()).toBe(0);
  });

  test.each<[string, number | null | undefined, string | null, (amount: number) => number]>([
    ["costs the same buys it", undefined, null, () => 0],
    ["is cheaper now buys it and adds to the balance", 40 * USDT, "too_much", () => 9 * USDT],
    ["is dearer now goes to the balance", 50 * USDT, "late", (amount) => amount],
    ["is no longer sold goes to the balance", null, "late", (amount) => amount],
  ])(
    "a late payment pays today's price: one for a plan that %s",
    async (_, price, reason, left) => {
      const { store, pay, balance } = await open();
      const invoice = await anInvoice(store, "ann", NOW_MS);
      if (price !== undefined) {
        const input = { plan: MONTH.name, price, reason: "a change" };
        await serialized(store, (within) => endPlan(within, input, SOON_MS));
      }
      expect(await pay(invoice, invoice.amount, MAX_LATE_MS)).toBe(reason);
      expect(await bought(store)).toHaveLength(reason === "late" ? 0 : 1);
      expect(await balance()).toBe(left(invoice.amount));
    },
  );
});

describe.each(bothEngines)("credited payments on $name", (engine) => {
  async function open(): Promise<Store> {
    return (await tempStore(patient(await engine.place()))).store;
  }

  const pay = async (store: Store, number: number, nowMs: number) =>
    pays(store, await anInvoice(store, "ann", nowMs), number, nowMs);

  const keysOf = ({ db }: Store) => db.selectFrom("api_key").select(["id", "sealed"]).execute();

  test.each([
    ["before the key expires", "its end date", 5, 60],
    ["after the key has expired", "now", 100, 130],
  ])("a second payment %s extends the key from %s", async (_, __, laterDays, endDays) => {
    const store = await open();
    await pay(store, 1, NOW_MS);
    const keys = await keysOf(store);
    await pay(store, 2, NOW_MS + laterDays * DAY_MS);
    const ends_at = NOW_MS + endDays * DAY_MS;
    expect(await store.db.selectFrom("subscription").select("ends_at").execute()).toEqual([
      { ends_at },
    ]);
    expect(await keysOf(store)).toEqual(keys);
  });

  test("a transfer is credited once when twenty accounts claim it at the same time", async () => {
    const store = await open();
    const claims = [];
    for (let number = 0; number < 20; number++) {
      const invoice = await anInvoice(store, `operator${number}`, NOW_MS);
      claims.push({ invoice, claim: await aClaim(store, invoice, hashOf(1), NOW_MS) });
    }
    const owner = claims[7]?.invoice;
    const receipt = aReceipt(hashOf(1), SOON_MS, [{ to: RECEIVER, amount: owner?.amount ?? 0 }]);
    const decisions = await Promise.all(
      claims.map(({ claim }) => decided(store, claim, receipt, SOON_MS)),
    );
    expect(decisions.filter(({ state }) => state === "paid")).toHaveLength(1);
    expect(decisions[7]).toMatchObject({ state: "paid" });
    expect(await store.db.selectFrom("payment").select("account_id").execute()).toEqual([
      { account_id: "operator7" },
    ]);
  });

  // A proxy that retries a form may send it to two servers.
  test("an order sent repeatedly to two servers is charged once", async () => {
    const place = patient(await engine.place());
    const servers = [(await tempStore(place)).store, (await tempStore(place)).store] as const;
    const [store] = servers;
    const accountId = await anAccount(store, "ann");
    const had = 3 * MONTH.price;
    await putBalance(store, had, NOW_MS);
    const input = { accountId, plan: MONTH, terms: TERMS };
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, turn) =>
        serialized(servers[turn % 2 === 0 ? 0 : 1], (within) =>
          buyFromBalance(within, vault, input, had, NOW_MS),
        ),
      ),
    );
    expect(results.filter((result) => result === "changed")).toHaveLength(5);
    expect(await store.db.selectFrom("invoice").selectAll().execute()).toHaveLength(1);
    expect(await readBalance(store.db, accountId)).toBe(had - MONTH.price);
  });
});
