/*
 * Attack: a customer claims a transaction, and deletes the account before the claim is decided. Effect: crediting threw
 * for lack of an account, the same claim was first again a second later, and no payment was credited any more. Defence:
 * a deleted account's payment goes to review, and only the claim that cannot be settled is postponed.
 */
import { describe, expect, test } from "vitest";
import { engines } from "../support/engines.ts";
import { claimPayment, openPaymentSetup } from "../support/payment-setup.ts";
import type { PaymentSetup } from "../support/payment-setup.ts";
import { hashOf } from "../support/payments.ts";

const NOW_MS = Date.UTC(2026, 6, 1);

async function claimTransaction(setup: PaymentSetup, accountId: string, hash: string) {
  const { arrive, claim } = await claimPayment(setup, accountId, hash);
  arrive();
  return claim;
}

/** Makes any decision throw: the transfer was already credited, and no other row records it. */
async function poison({ store: { db } }: PaymentSetup, hash: string): Promise<void> {
  const invoice = await db.selectFrom("invoice").selectAll().executeTakeFirstOrThrow();
  const { contract, account_id, id: invoice_id, plan, days, amount } = invoice;
  const log = { contract, tx_hash: hash, log_index: 0, amount: String(amount) };
  const block = { from_address: "", to_address: "", block_number: 0, block_time: 0 };
  const transfer = {
    id: "trf_1",
    state: "seen",
    seen_at: 0,
    looked_at: 0,
    ...log,
    ...block,
  } as const;
  await db.insertInto("transfer").values(transfer).execute();
  const subscription_id = "sub_1";
  const subscription = { id: subscription_id, label: "", ends_at: 0, created_at: 0 };
  await db.insertInto("subscription").values(subscription).execute();
  const bought = { account_id, invoice_id, subscription_id, plan, days };
  const times = { starts_at: 0, ends_at: 0, credited_at: 0 };
  await db
    .insertInto("payment")
    .values({ id: "pay_1", transfer_id: transfer.id, ...bought, ...times })
    .execute();
}

describe.each(engines)("on $name", (engine) => {
  test("a claim that cannot be settled is looked up less and less often", async () => {
    const setup = await openPaymentSetup(NOW_MS, { place: await engine.place() });
    const poisoned = await claimTransaction(setup, "eve", hashOf(1));
    await poison(setup, hashOf(1));
    const honest = await claimTransaction(setup, "ann", hashOf(2));
    const worker = setup.startWorker("a");
    await worker.work();
    expect(await honest()).toMatchObject({ state: "paid" });
    expect(await poisoned()).toMatchObject({ state: "waiting" });
    const nextLookAtMs = async () => {
      const lookup = setup.store.db.selectFrom("chain_lookup").where("tx_hash", "=", hashOf(1));
      return (await lookup.select("next_look_at").executeTakeFirstOrThrow()).next_look_at;
    };
    expect(await nextLookAtMs()).toBe(NOW_MS + 3_000);
    const pauses: number[] = [];
    for (let look = 0; look < 5; look++) {
      setup.clock.nowMs = await nextLookAtMs();
      await worker.work();
      pauses.push((await nextLookAtMs()) - setup.clock.nowMs);
    }
    expect(pauses).toEqual([6_000, 12_000, 20_000, 30_000, 60_000]);
    expect(setup.log.join()).toContain("payment unsettled");
  });
});
