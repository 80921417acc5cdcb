// Cause: one row that could not be read made the whole load of the keys fail. The checker then went by
// what it knew before, for ever: `keys revoke` of any other key said "Revoked", and the key went on
// opening the tables.
import { onTestFinished, describe, expect, test, vi } from "vitest";
import { createKeyChecker } from "../../../server/access/key-checker.ts";
import { issue, list, renew, revoke } from "../../../server/access/keys.ts";
import { watchStoreChanges } from "../../../server/access/store-changes.ts";
import type { Store, StorePlace } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import { manualRepeat } from "../../support/manual-repeat.ts";
import { noFaults } from "../../support/no-faults.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const ORDER = { label: "Acme", endsAtMs: NOW_MS + 86_400_000, origins: ["https://a.example"] };

/** Spoils the row of a key by hand, as a slip in SQL or a fault of the disk would. */
type Spoil = (store: Store, id: string) => Promise<unknown>;

function setOrigins(origins: string): Spoil {
  return (store, id) =>
    store.db.updateTable("api_key").set({ origins }).where("id", "=", id).execute();
}

const spoils: [string, Spoil][] = [
  ["origins that are no JSON", setOrigins("https://a.example")],
  ["origins that are no list", setOrigins('{"0":"https://a.example"}')],
  ["origins that would end the header", setOrigins('["https://a.example; script-src *"]')],
  ["origins that are no text", setOrigins("[null]")],
  [
    "an end beyond all numbers",
    (store, id) =>
      store.db
        .updateTable("subscription")
        .set({ ends_at: 2 ** 60 })
        .where("id", "in", (keys) =>
          keys.selectFrom("api_key").select("subscription_id").where("id", "=", id),
        )
        .execute(),
  ],
  [
    "a revocation beyond all times",
    (store, id) =>
      store.db
        .updateTable("api_key")
        .set({ revoked_at: 2 ** 55 })
        .where("id", "=", id)
        .execute(),
  ],
];

async function aChecker(place: StorePlace) {
  const { store } = await tempStore(place);
  const changes = watchStoreChanges(store, noFaults, manualRepeat().repeat);
  onTestFinished(() => changes.stop());
  const onDamaged = vi.fn<(keyId: string) => void>();
  return { store, changes, onDamaged, checker: createKeyChecker(store, changes, onDamaged) };
}

describe.each(engines)("on $name", ({ place }) => {
  describe.each(spoils)("a key whose row holds %s", (_, spoil) => {
    test("opens nothing, is named once, and keeps no other key from being revoked", async () => {
      const { store, changes, onDamaged, checker } = await aChecker(await place());
      const bad = await issue(store, ORDER, NOW_MS);
      const good = await issue(store, ORDER, NOW_MS);
      const other = await issue(store, ORDER, NOW_MS);
      await spoil(store, bad.id);
      await changes.start();
      expect(await checker.check([bad.keyText], NOW_MS)).toEqual({
        verdict: "unauthorized",
        reason: "damaged",
        keyId: bad.id,
      });
      expect((await checker.check([good.keyText], NOW_MS)).verdict).toBe("ok");
      await revoke(store, good.id, NOW_MS);
      await changes.look();
      expect(await checker.check([good.keyText], NOW_MS)).toMatchObject({ reason: "revoked" });
      expect((await checker.check([other.keyText], NOW_MS)).verdict).toBe("ok");
      expect(onDamaged.mock.calls).toEqual([[bad.id]]);
      expect(checker.damaged()).toEqual([bad.id]);
    });

    test("is listed as damaged, is not renewed, and can be revoked", async () => {
      const { store, changes, checker } = await aChecker(await place());
      const { id, keyText } = await issue(store, ORDER, NOW_MS);
      await spoil(store, id);
      expect(await list(store)).toMatchObject([{ id, isDamaged: true }]);
      await expect(renew(store, id, 30, NOW_MS)).rejects.toThrow(/damaged: revoke it/);
      await changes.start();
      await revoke(store, id, NOW_MS);
      await changes.look();
      expect((await checker.check([keyText], NOW_MS)).verdict).toBe("unauthorized");
    });
  });
});
