// Cause: the revision rose with every form, also one that changed nothing, and each server then loaded
// all its keys anew: 65 ms at 10,000 keys, on every server, for each press of a button.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createKeyChecker } from "../../../server/access/key-checker.ts";
import { issue, renew, revoke } from "../../../server/access/keys.ts";
import { setMaintenance } from "../../../server/access/maintenance.ts";
import { watchStoreChanges } from "../../../server/access/store-changes.ts";
import { createVault } from "../../../server/access/vault.ts";
import { issueTrial, setOrigins } from "../../../server/account/account-keys.ts";
import { readRevision } from "../../../server/store/revision.ts";
import { serialized } from "../../../server/store/serialized.ts";
import type { Store } from "../../../server/store/store.ts";
import { engines } from "../../support/engines.ts";
import { manualRepeat } from "../../support/manual-repeat.ts";
import { noFaults } from "../../support/no-faults.ts";
import { tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const ORDER = { label: "Acme", endsAtMs: NOW_MS + 86_400_000, origins: [] };
const VAULT = createVault(new Uint8Array(32));
const ACCOUNT = { accountId: "u1", email: "a@a.example" };

/** Whether `work` makes other servers ask what is new. */
async function isTold(store: Store, work: () => Promise<unknown>): Promise<boolean> {
  const before = await readRevision(store);
  await work();
  return (await readRevision(store)) !== before;
}

describe.each(engines)("on $name", ({ place }) => {
  test("setting what is already set publishes no change", async () => {
    const { store } = await tempStore(await place());
    const { id } = await issue(store, ORDER, NOW_MS);
    const down = () => setMaintenance(store, "baccarat", true, NOW_MS);
    const up = () => setMaintenance(store, "baccarat", false, NOW_MS);
    const trial = () => serialized(store, (own) => issueTrial(own, VAULT, ACCOUNT, NOW_MS));
    for (const work of [down, up, trial, () => revoke(store, id, NOW_MS)]) {
      expect(await isTold(store, work)).toBe(true);
      expect(await isTold(store, work)).toBe(false);
    }
  });

  test("saving the same sites publishes no change", async () => {
    const { store } = await tempStore(await place());
    const { id } = await issue(store, ORDER, NOW_MS);
    await store.db.updateTable("subscription").set({ account_id: "u1" }).execute();
    const sites = ["https://a.example"];
    const save = () => serialized(store, (own) => setOrigins(own, "u1", sites, NOW_MS));
    expect(await isTold(store, save)).toBe(true);
    expect(await isTold(store, save)).toBe(false);
    expect(await isTold(store, () => renew(store, id, 30, NOW_MS))).toBe(true);
  });

  test("a change reloads only the keys that it was made to", async () => {
    const { store } = await tempStore(await place());
    const changes = watchStoreChanges(store, noFaults, manualRepeat().repeat);
    onTestFinished(() => changes.stop());
    const read = vi.spyOn(JSON, "parse");
    const checker = createKeyChecker(store, changes);
    const keys = [];
    for (let i = 0; i < 5; i++) {
      keys.push(await issue(store, ORDER, NOW_MS));
    }
    await changes.start();
    const [first, second] = keys;
    read.mockClear();
    await revoke(store, first!.id, NOW_MS);
    await renew(store, second!.id, 30, NOW_MS);
    read.mockClear();
    await changes.look();
    // Each row that is read has one list of sites in it.
    expect(read).toHaveBeenCalledTimes(2);
    const verdicts = await Promise.all(keys.map((key) => checker.check([key.keyText], NOW_MS)));
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([
      "unauthorized",
      ...Array(4).fill("ok"),
    ]);
    read.mockRestore();
  });

  test("a database that went back to an earlier revision is reloaded completely", async () => {
    const { store } = await tempStore(await place());
    const key = await issue(store, ORDER, NOW_MS);
    const changes = watchStoreChanges(store, noFaults, manualRepeat().repeat);
    onTestFinished(() => changes.stop());
    const checker = createKeyChecker(store, changes);
    await changes.start();
    await store.db.updateTable("api_key").set({ revoked_at: NOW_MS, revision: 0 }).execute();
    await store.db.updateTable("meta").set({ value: "0" }).where("name", "=", "revision").execute();
    await changes.look();
    expect(await checker.check([key.keyText], NOW_MS)).toMatchObject({ reason: "revoked" });
  });
});
