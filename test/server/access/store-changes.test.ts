import { describe, expect, onTestFinished, test } from "vitest";
import { InvalidInput } from "../../../server/access/invalid-input.ts";
import {
  maintenanceStatus,
  setMaintenance,
  watchMaintenance,
} from "../../../server/access/maintenance.ts";
import { shareSettings } from "../../../server/access/shared-settings.ts";
import { watchStoreChanges } from "../../../server/access/store-changes.ts";
import { readConfig } from "../../../server/config/config.ts";
import { readRevision } from "../../../server/store/serialized.ts";
import { slugs } from "../../../src/games/index.ts";
import { engines, settingsFor } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { noFaults } from "../../support/no-faults.ts";
import { SECRET_HEX } from "../../support/service.ts";
import { tempStore } from "../../support/temp-store.ts";

describe.each(engines)("on $name", ({ place }) => {
  test("maintenance takes effect on every running server, which logs it", async () => {
    const { store, place: at } = await tempStore(await place());
    const other = await tempStore(at);
    const logged: string[] = [];
    const watchOne = async () => {
      const changes = watchStoreChanges(store, noFaults);
      onTestFinished(() => changes.stop());
      const maintenance = watchMaintenance(store, changes, (event) => logged.push(event));
      await changes.start();
      return () => slugs.filter((slug) => maintenance.isDown(slug));
    };
    const down = await watchOne();
    expect(down()).toEqual([]);
    await setMaintenance(other.store, "all", true, 1000);
    await eventually(() => down().length === slugs.length);
    await setMaintenance(other.store, "dragontiger", false, 2000);
    await eventually(() => down().length === slugs.length - 1);
    expect((await watchOne())()).toEqual(["baccarat", "bigsixball"]);
    expect(logged).toEqual(["maintenance", "maintenance", "maintenance"]);
  });

  test("a game's maintenance keeps its first start time", async () => {
    const { store } = await tempStore(await place());
    await setMaintenance(store, "baccarat", true, 1000);
    await setMaintenance(store, "all", true, 2000);
    const revision = await readRevision(store);
    await setMaintenance(store, "all", true, 3000);
    expect(await readRevision(store)).toBe(revision);
    expect(await maintenanceStatus(store, "all")).toEqual([
      { slug: "dragontiger", sinceMs: 2000 },
      { slug: "baccarat", sinceMs: 1000 },
      { slug: "bigsixball", sinceMs: 2000 },
    ]);
    for (const game of ["", "poker", "Baccarat", "__proto__"]) {
      expect(() => setMaintenance(store, game, true, 1)).toThrow(InvalidInput);
    }
  });

  test("a server with different settings cannot start until all others have been stopped for 15 seconds", async () => {
    const at = await place();
    const { store } = await tempStore(at);
    const clock = { nowMs: Date.UTC(2026, 5, 1) };
    const start = (TIME_ZONE: string) => {
      const secrets = { ORACLE_SECRET: SECRET_HEX, SIGNING_KEY: SECRET_HEX };
      const env = { ...settingsFor(at), ...secrets, TIME_ZONE };
      return shareSettings(store, readConfig(env), () => clock.nowMs);
    };
    const job = await start("UTC");
    await start("UTC");
    await expect(start("Asia/Seoul")).rejects.toThrow(
      "different settings: TIME_ZONE (UTC there, Asia/Seoul here).",
    );
    clock.nowMs += 14_000;
    await job.work();
    clock.nowMs += 14_000;
    await expect(start("Asia/Seoul")).rejects.toThrow("stop all servers");
    clock.nowMs += 1_000;
    await start("Asia/Seoul");
    await expect(start("UTC")).rejects.toThrow("different settings");
  });
});
