import { describe, expect, test } from "vitest";
import { keyModeOf } from "../../../server/access/key-text.ts";
import { findInvoice } from "../../../server/payment/invoices.ts";
import { auditOf } from "../../../server/store/audit.ts";
import type { Store } from "../../../server/store/store.ts";
import { bothEngines, patient } from "../../support/engines.ts";
import { aClaim, anInvoice, aReceipt, decided, hashOf, vault } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";
import { RECEIVER } from "../../support/tron-node.ts";

describe.each(bothEngines)("$name", (engine) => {
  const NOW_MS = Date.UTC(2026, 6, 1);
  const DAY_MS = 86_400_000;
  const SOON_MS = NOW_MS + 60_000;

  async function open(): Promise<Store> {
    return (await tempStore(patient(await engine.place()))).store;
  }

  /** Pays an invoice of the account in full, and gives the decision. */
  async function pay(store: Store, accountId: string, hash: string, nowMs: number) {
    const invoice = await anInvoice(store, accountId, nowMs);
    const claim = await aClaim(store, invoice, hash, nowMs);
    const receipt = aReceipt(hash, nowMs, [{ to: RECEIVER, amount: invoice.amount }]);
    return { invoice, claim, receipt, ...(await decided(store, claim, receipt, nowMs)) };
  }

  async function subscriptionOf(store: Store, accountId: string) {
    return store.db
      .selectFrom("subscription")
      .select(["id", "ends_at", "label"])
      .where("account_id", "=", accountId)
      .execute();
  }

  async function keysOf(store: Store, accountId: string) {
    return store.db
      .selectFrom("api_key")
      .innerJoin("subscription", "subscription.id", "api_key.subscription_id")
      .select(["api_key.id", "api_key.sealed"])
      .where("subscription.account_id", "=", accountId)
      .execute();
  }

  const allPayments = (store: Store) => store.db.selectFrom("payment").selectAll().execute();

  test("a payment buys a subscription, a key that only its owner can read, and is written down", async () => {
    const store = await open();
    const { invoice, claim, state } = await pay(store, "ann", hashOf(1), SOON_MS);
    expect(state).toBe("paid");
    expect(await subscriptionOf(store, "ann")).toMatchObject([
      { ends_at: SOON_MS + 30 * DAY_MS, label: "ann@operator.example" },
    ]);
    const [key, ...more] = await keysOf(store, "ann");
    expect(more).toEqual([]);
    expect(keyModeOf(vault.open(key?.id ?? "", key?.sealed ?? "") ?? "")).toBe("live");
    expect(await findInvoice(store, "ann", invoice.id)).toMatchObject({ state: "paid" });
    expect(await allPayments(store)).toMatchObject([
      {
        tx_hash: claim.tx_hash,
        log_index: 0,
        amount: invoice.amount,
        to_address: RECEIVER,
        starts_at: SOON_MS,
        ends_at: SOON_MS + 30 * DAY_MS,
        credited_by: "match",
      },
    ]);
    const actions = (await auditOf(store, "ann", 10)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual([
      "hash_submitted",
      "key_issued",
      "payment_credited",
      "plan_chosen",
    ]);
  });

  test.each([
    ["before the end adds to the end", 5, 60],
    ["after the end begins now", 100, 130],
  ])("paying again %s, and leaves the key as it is", async (_, laterDays, endDays) => {
    const store = await open();
    await pay(store, "ann", hashOf(1), NOW_MS);
    const keys = await keysOf(store, "ann");
    await pay(store, "ann", hashOf(2), NOW_MS + laterDays * DAY_MS);
    const ends_at = NOW_MS + endDays * DAY_MS;
    expect(await subscriptionOf(store, "ann")).toMatchObject([{ ends_at }]);
    expect(await keysOf(store, "ann")).toEqual(keys);
  });

  test("a transfer is credited once when twenty accounts name its transaction at once", async () => {
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
    expect(await allPayments(store)).toMatchObject([{ account_id: "operator7" }]);
  });
});
