import { describe, expect, test } from "vitest";
import { openCursors, storePage } from "../../../server/payment/lists.ts";
import {
  dueLookups,
  endLookup,
  hasTimedOut,
  nextLookDelayMs,
  postpone,
} from "../../../server/payment/lookups.ts";
import { engines } from "../../support/engines.ts";
import { aClaim, anInvoice, hashOf, TERMS } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

const secondsOf = (looks: readonly number[], isUnknown: boolean) =>
  looks.map((count) => nextLookDelayMs(count, 0.5, isUnknown) / 1_000);

test("looks at 3, 6, 12, 20 and 30 s, then each minute", () => {
  expect(secondsOf([1, 2, 3, 4, 5, 6, 7, 500], false)).toEqual([3, 6, 12, 20, 30, 60, 60, 60]);
});

test("looks up every ten minutes what was unknown for a quarter of an hour", () => {
  expect(secondsOf([1, 2, 3, 4, 5, 6, 20, 21, 500], true)).toEqual([
    3, 6, 12, 20, 30, 60, 60, 600, 600,
  ]);
});

test("adds a jitter of a fifth", () => {
  expect(nextLookDelayMs(6, 0, false)).toBe(48_000);
  expect(nextLookDelayMs(6, 0.999_999, false)).toBe(72_000);
});

test("gives up after a day, when the transaction can no longer come", () => {
  expect(hasTimedOut(0, 86_400_000, 86_400_000)).toBe(false);
  expect(hasTimedOut(0, 86_400_001, 86_400_001)).toBe(true);
});

test("gives nothing up before the chain has come that far, or while that is unknown", () => {
  expect(hasTimedOut(0, 200_000_000, 86_400_000)).toBe(false);
  expect(hasTimedOut(0, 86_400_000, 200_000_000)).toBe(false);
  expect(hasTimedOut(0, 200_000_000, null)).toBe(false);
});

describe.each(engines)("$name", (engine) => {
  const NOW_MS = Date.UTC(2026, 6, 1);
  const open = async () => {
    const { store } = await tempStore(await engine.place());
    const list = async (...transfers: readonly (readonly [hash: string, amount: number])[]) => {
      const [cursor] = await openCursors(store, TERMS, NOW_MS);
      if (cursor === undefined) {
        throw new Error("No address is watched.");
      }
      const page = transfers.map(([hash, amount]) => ({
        hash,
        blockTimeMs: NOW_MS,
        amount: BigInt(amount),
      }));
      await storePage(store, cursor, page, { sinceMs: NOW_MS, nowMs: NOW_MS });
    };
    const due = async (nowMs = NOW_MS) =>
      (await dueLookups(store, nowMs, 10)).map(({ account_id: account, tx_hash: hash, looks }) => [
        account,
        hash,
        looks,
      ]);
    return { store, list, due };
  };

  test("of each account one is due, the one looked for the least, and one that is only listed", async () => {
    const { store, list, due } = await open();
    const [ann, ben] = [
      await anInvoice(store, "ann", NOW_MS),
      await anInvoice(store, "ben", NOW_MS),
    ];
    await aClaim(store, ann, hashOf(1), NOW_MS);
    await aClaim(store, ben, hashOf(1), NOW_MS);
    await aClaim(store, ann, hashOf(2), NOW_MS);
    await list([hashOf(3), 2_000_000], [hashOf(4), ben.amount], [hashOf(5), 999_999]);
    await postpone(store.db, { tx_hash: hashOf(1), looks: 0 }, NOW_MS);
    expect((await due()).toSorted()).toEqual([
      [null, hashOf(4), 0],
      ["ann", hashOf(2), 0],
      ["ben", hashOf(1), 1],
    ]);
    expect(await due(NOW_MS - 1)).toEqual([]);
    // Two that looked at once plan the next look once.
    await postpone(store.db, { tx_hash: hashOf(1), looks: 0 }, NOW_MS + 9);
    expect(await due()).toContainEqual(["ben", hashOf(1), 1]);
  });

  test("what is listed again is not looked up again, and what is claimed is", async () => {
    const { store, list, due } = await open();
    const invoice = await anInvoice(store, "ann", NOW_MS);
    await list([hashOf(1), 2_000_000]);
    for (const state of ["done", "lost"] as const) {
      await endLookup(store.db, hashOf(1), state);
      await list([hashOf(1), 2_000_000]);
      expect(await due()).toEqual([]);
    }
    await aClaim(store, invoice, hashOf(1), NOW_MS);
    expect(await due()).toEqual([["ann", hashOf(1), 0]]);
  });

  test("what no node knew when it was claimed is looked up once it is listed", async () => {
    const { store, list, due } = await open();
    const invoice = await anInvoice(store, "ann", NOW_MS);
    await aClaim(store, invoice, hashOf(1), NOW_MS);
    await store.db.updateTable("claim").set({ state: "rejected", reason: "not_found" }).execute();
    await endLookup(store.db, hashOf(1), "lost");
    await list([hashOf(1), invoice.amount]);
    expect(await due()).toEqual([[null, hashOf(1), 0]]);
  });
});
