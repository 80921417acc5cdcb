import { describe, expect, onTestFinished, test } from "vitest";
import { watchChanges } from "../../../server/access/changes.ts";
import {
  maintenanceStatus,
  setMaintenance,
  watchMaintenance,
} from "../../../server/access/maintenance.ts";
import { InputError } from "../../../server/access/refusal.ts";
import { slugs } from "../../../src/games/index.ts";
import { manualRepeat } from "../../support/manual-repeat.ts";
import { tempStore } from "../../support/temp-store.ts";

async function watched() {
  const { store } = await tempStore();
  const changes = watchChanges(store, fail, manualRepeat().repeat);
  onTestFinished(() => changes.stop());
  return { store, changes };
}

function fail(error: unknown): void {
  throw new Error("The store failed.", { cause: error });
}

describe("maintenance", () => {
  test("is off for every game of a new database", async () => {
    const { store, changes } = await watched();
    const maintenance = await watchMaintenance(store, changes);
    expect(slugs.filter((slug) => maintenance.isDown(slug))).toEqual([]);
  });

  test("is known from the first moment of a restarted server", async () => {
    const { store, changes } = await watched();
    await setMaintenance(store, "baccarat", true, 1000);
    const maintenance = await watchMaintenance(store, changes);
    expect(slugs.filter((slug) => maintenance.isDown(slug))).toEqual(["baccarat"]);
  });

  test("reaches a running server with the next look, on and off", async () => {
    const { store, changes } = await watched();
    const maintenance = await watchMaintenance(store, changes);
    await changes.start();
    await setMaintenance(store, "all", true, 1000);
    await changes.look();
    expect(slugs.filter((slug) => maintenance.isDown(slug))).toEqual(slugs);
    await setMaintenance(store, "dragontiger", false, 2000);
    await changes.look();
    expect(maintenance.isDown("dragontiger")).toBe(false);
    expect(maintenance.isDown("baccarat")).toBe(true);
  });

  test("tells since when each game is down, also when it is set twice", async () => {
    const { store } = await tempStore();
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

  test.each(["", "poker", "Baccarat", "__proto__"])("of the game %j is refused", async (game) => {
    const { store } = await tempStore();
    expect(() => setMaintenance(store, game, true, 1)).toThrow(InputError);
    await expect(maintenanceStatus(store, game)).rejects.toThrow(/dragontiger.*or all/);
  });
});
