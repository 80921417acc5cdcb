import { describe, expect, test } from "vitest";
import { createKeyChecker } from "../../../server/access/key-checker.ts";
import { watchStoreChanges } from "../../../server/access/store-changes.ts";
import {
  subscriptionKeys,
  OVERLAPS_MS,
  revealKey,
  rotateKey,
} from "../../../server/account/account-keys.ts";
import { deleteAccount } from "../../../server/account/auth/delete-account.ts";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import { noFaults } from "../../support/no-faults.ts";
import { anInvoice, pays, vault } from "../../support/payments.ts";
import { tempStore } from "../../support/temp-store.ts";

describe.each(engines)("on $name", (engine) => {
  const NOW_MS = Date.UTC(2026, 6, 1);
  const DAY_MS = 86_400_000;

  async function subscribed(accountId = "ann") {
    const { store } = await tempStore(await engine.place());
    await pays(store, await anInvoice(store, accountId, NOW_MS), 1, NOW_MS);
    const changes = watchStoreChanges(store, noFaults);
    const checker = createKeyChecker(store, changes, "live");
    return {
      store,
      verdict: async (text: string, nowMs: number) => (await checker.check([text], nowMs)).verdict,
    };
  }

  const rotate = (store: Store, accountId: string, overlapMs: number, nowMs: number) =>
    serialized(store, (transaction) => rotateKey(transaction, vault, accountId, overlapMs, nowMs));
  async function textOf(store: Store, index = 0, nowMs = NOW_MS): Promise<string> {
    const ring = await subscriptionKeys(store, "ann", nowMs);
    return (await revealKey(store, vault, "ann", ring?.keys[index]?.id ?? "")) ?? "";
  }

  describe("a key that its account has replaced", () => {
    test.each(OVERLAPS_MS)("a replaced key works for exactly %i ms more", async (overlapMs) => {
      const { store, verdict } = await subscribed();
      const old = await textOf(store);
      await rotate(store, "ann", overlapMs, NOW_MS);
      const fresh = await textOf(store);
      expect(fresh).not.toBe(old);
      expect(await verdict(fresh, NOW_MS)).toBe("ok");
      const before = overlapMs === 0 ? fresh : old;
      expect(await verdict(before, NOW_MS + overlapMs - 1)).toBe("ok");
      expect(await verdict(old, NOW_MS + overlapMs)).toBe("unauthorized");
      expect((await subscriptionKeys(store, "ann", NOW_MS + overlapMs))?.keys).toHaveLength(1);
    });

    test("an account can replace a key any number of times", async () => {
      const { store } = await subscribed();
      for (let time = 0; time < 4; time++) {
        expect(await rotate(store, "ann", DAY_MS, NOW_MS)).toBeDefined();
      }
      expect(await rotate(store, "ann", DAY_MS, NOW_MS)).toBeUndefined();
      expect(await rotate(store, "ann", 0, NOW_MS)).toBeDefined();
      expect((await subscriptionKeys(store, "ann", NOW_MS))?.keys).toHaveLength(1);
    });
  });

  test("a deleted account leaves only its payments", async () => {
    const { store, verdict } = await subscribed();
    const text = await textOf(store);
    await serialized(store, (transaction) => deleteAccount(transaction, "ann", NOW_MS + 1));
    expect(await verdict(text, NOW_MS + 1)).toBe("unauthorized");
    expect(await store.db.selectFrom("payment").select("account_id").execute()).toEqual([
      { account_id: "ann" },
    ]);
    const everything = await Promise.all([
      store.db.selectFrom("subscription").selectAll().execute(),
      store.db.selectFrom("api_key").selectAll().execute(),
      store.db.selectFrom("account_user").selectAll().execute(),
      store.db.selectFrom("audit").selectAll().execute(),
    ]);
    expect(everything.at(-1)).toContainEqual(
      expect.objectContaining({ account_id: "ann", action: "account_deleted" }),
    );
    expect(JSON.stringify(everything)).not.toContain("operator.example");
  });
});
