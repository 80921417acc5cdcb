import { describe, expect, test } from "vitest";
import { listClaims, giveUp } from "../../../server/payment/claims.ts";
import { dueLookups } from "../../../server/payment/lookup-queue.ts";
import { engines } from "../../support/engines.ts";
import { aClaim, anInvoice, hashOf } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

describe.each(engines)("on $name", (engine) => {
  const NOW_MS = Date.UTC(2026, 6, 1);
  const HASH = hashOf(1);

  async function openWithInvoice() {
    const { store } = await tempStore(await engine.place());
    return { store, invoice: await anInvoice(store, "ann", NOW_MS) };
  }

  test("a claim is looked up immediately, by hash or by an explorer's link", async () => {
    const { store, invoice } = await openWithInvoice();
    const link = `https://tronscan.org/#/transaction/${HASH.toUpperCase()}`;
    const claim = await aClaim(store, invoice, link, NOW_MS);
    expect(claim).toMatchObject({ tx_hash: HASH, state: "waiting" });
    const due = { tx_hash: HASH, looks: 0, account_id: "ann" };
    expect(await dueLookups(store, NOW_MS, 10)).toEqual([due]);
  });

  test("a claim that was rejected because no node knew the transaction can be repeated", async () => {
    const { store, invoice } = await openWithInvoice();
    const claim = await aClaim(store, invoice, HASH, NOW_MS);
    await giveUp(store.db, [claim], NOW_MS);
    expect(await aClaim(store, invoice, HASH, NOW_MS + 5)).toMatchObject({
      id: claim.id,
      state: "waiting",
      created_at: NOW_MS + 5,
    });
  });

  test("an account's sixth claim replaces its oldest", async () => {
    const { store, invoice } = await openWithInvoice();
    for (let number = 1; number <= 6; number++) {
      await aClaim(store, invoice, hashOf(number), NOW_MS + number);
    }
    const states = (await listClaims(store, invoice.id)).map(({ state, reason }) => [
      state,
      reason,
    ]);
    expect(states).toEqual([...Array(5).fill(["waiting", null]), ["rejected", "not_found"]]);
  });

  test("an account claims at most ten transactions an hour", async () => {
    const { store, invoice } = await openWithInvoice();
    for (let number = 0; number < 10; number++) {
      await aClaim(store, invoice, hashOf(number), NOW_MS);
    }
    await expect(aClaim(store, invoice, hashOf(10), NOW_MS)).rejects.toThrow("too_many");
    expect(await aClaim(store, invoice, hashOf(10), NOW_MS + 3_600_001)).toMatchObject({
      state: "waiting",
    });
  });
});
