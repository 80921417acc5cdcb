import { describe, expect, onTestFinished, test } from "vitest";
import { InvalidInput } from "../../../server/access/errors.ts";
import {
  maintenanceStatus,
  setMaintenance,
  watchMaintenance,
} from "../../../server/access/maintenance.ts";
import { watchStoreChanges } from "../../../server/access/store-changes.ts";
import type { StorePlace } from "../../../server/store/store.ts";
import { slugs } from "../../../src/games/index.ts";
import { engines } from "../../support/engines.ts";
import { manualRepeat } from "../../support/manual-repeat.ts";
import { noFaults } from "../../support/no-faults.ts";
import { tempStore } from "../../support/temp-store.ts";

/** A database, and the memory of a server that runs on it once its changes are started. */
async function watched(place: StorePlace) {
  const { store } = await tempStore(place);
  const changes = watchStoreChanges(store, noFaults, manualRepeat().repeat);
  onTestFinished(() => changes.stop());
  return { store, changes, maintenance: watchMaintenance(store, changes, () => {}) };
}

describe.each(engines)("maintenance on $name", ({ place }) => {
  test("is off for every game of a new database", async () => {
    const { changes, maintenance } = await watched(await place());
    await changes.start();
    expect(slugs.filter((slug) => maintenance.isDown(slug))).toEqual([]);
  });

  test("is known from the first moment of a restarted server", async () => {
    const { store, changes, maintenance } = await watched(await place());
    await setMaintenance(store, "baccarat", true, 1000);
    await changes.start();
    expect(slugs.filter((slug) => maintenance.isDown(slug))).toEqual(["baccarat"]);
  });

  // Cause: the log said nothing of a row that names no game, and the game it was for took bets again.
  test("by a row that names no game is logged once, with what to do", async () => {
    const { store } = await tempStore(await place());
    const changes = watchStoreChanges(store, noFaults, manualRepeat().repeat);
    onTestFinished(() => changes.stop());
    const logged: unknown[] = [];
    watchMaintenance(store, changes, (event, fields) => logged.push({ event, ...fields }));
    await store.db.insertInto("maintenance").values({ slug: "{", since: 1 }).execute();
    await changes.start();
    await setMaintenance(store, "baccarat", true, 1000);
    await changes.look();
    expect(logged).toEqual([
      {
        event: "maintenance damaged",
        row: "{",
        advice: expect.stringMatching(/Take the game down again .* delete the row/),
      },
    ]);
  });

  test("reaches a running server with the next look, on and off", async () => {
    const { store, changes, maintenance } = await watched(await place());
    await changes.start();
    await setMaintenance(store, "all", true, 1000);
    await changes.look();
    expect(slugs.filter((slug) => maintenance.isDown(slug))).toEqual(slugs);
    await setMaintenance(store, "dragontiger", false, 2000);
    await changes.look();
    expect(maintenance.isDown("dragontiger")).toBe(false);
    expect(maintenance.isDown("baccarat")).toBe(true);
  });

  test("reports since when each game is down, also when it is set twice", async () => {
    const { store } = await tempStore(await place());
    await setMaintenance(store, "baccarat", true, 1000);
    await setMaintenance(store, "all", true, 2000);
    expect(await maintenanceStatus(store, "all")).toEqual([
      { slug: "dragontiger", sinceMs: 2000 },
      { slug: "baccarat", sinceMs: 1000 },
      { slug: "bigsixball", sinceMs: 2000 },
    ]);
    expect(await maintenanceStatus(store, "baccarat")).toEqual([
      { slug: "baccarat", sinceMs: 1000 },
    ]);
  });
});

test.each(["", "poker", "Baccarat", "__proto__"])(
  "maintenance of the game %j is refused",
  async (game) => {
    const { store } = await tempStore();
    expect(() => setMaintenance(store, game, true, 1)).toThrow(InvalidInput);
    await expect(maintenanceStatus(store, game)).rejects.toThrow(/dragontiger.*or all/);
  },
);
