import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { issue, list } from "../../../server/access/keys.ts";
import { openStore } from "../../../server/store/open-store.ts";
import { eventually } from "../../support/eventually.ts";
import { valuesOf } from "../../support/metric-values.ts";
import { SECRET_HEX, startService } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";

const NOW_MS = Date.UTC(2026, 5, 1);

describe("a disk that can no longer be written to, and still be read", () => {
  // /healthz said ok for as long as nobody wrote.
  test("is told by the heartbeat that it does not take", async () => {
    const dataDir = await smallDisk(3_072);
    const service = await startService({ env: { DATA_DIR: dataDir, ORACLE_SECRET: SECRET_HEX } });
    await writeFile(join(dataDir, "filling"), Buffer.alloc(4_000_000)).catch(() => {});
    // SQLite writes nothing where a row is to hold what it holds already.
    async function detail(): Promise<string | undefined> {
      service.clock.nowMs += 1;
      return ((await service.read("/healthz")) as { detail?: string }).detail;
    }
    await eventually(async () => (await detail())?.includes("is full") === true);
    expect(await valuesOf(service, "tableside_fault")).toMatchObject({ 'part="store"': 1 });
    await rm(join(dataDir, "filling"));
    await eventually(async () => (await detail()) === undefined);
    expect(await valuesOf(service, "tableside_fault")).toMatchObject({ 'part="store"': 0 });
  });
});

describe("a disk that is full", () => {
  // SQLite needs room even to read, so a restart on a full disk ended with the rounds.
  test("keeps no service from starting, with its rounds, today's and those of the days to come", async () => {
    const dataDir = await smallDisk(14_000);
    const env = { DATA_DIR: dataDir, ORACLE_SECRET: SECRET_HEX };
    const first = await startService({ env });
    await first.close();
    await writeFile(join(dataDir, "filling"), Buffer.alloc(15_000_000)).catch(() => {});
    for (const day of [0, 1]) {
      const nowMs = first.clock.nowMs + day * 86_400_000;
      const again = await startService({ env, nowMs });
      for (const laterMs of [0, 2 * 86_400_000]) {
        again.clock.nowMs = nowMs + laterMs;
        expect((await again.ask("/embed/baccarat/api/current")).status).toBe(200);
      }
      await again.close();
    }
  });

  // SQLite rolls back by itself then, and the second rollback was what was reported: "cannot rollback - no
  // transaction is active".
  test("is reported as that when something is written, and nothing is changed", async () => {
    const file = join(await smallDisk(1_024), "tableside.sqlite");
    const store = await openStore({ file });
    const order = {
      label: "Acme",
      endsAtMs: NOW_MS + 1_000,
      origins: Array.from({ length: 50 }, (_, i) => `https://a${i}.example`),
    };
    let issued = 0;
    const filling = (async () => {
      for (;;) {
        await issue(store, order, NOW_MS);
        issued += 1;
      }
    })();
    await expect(filling).rejects.toThrow(/The disk of the database .* is full/);
    expect(await list(store)).toHaveLength(issued);
    await store.close();
  });

  // With 120 to 200 KB left, the tables were half made and the process ended in a stack.
  test.each([64, 128, 160, 200, 256, 320])(
    "with %d KB left is refused in words at the first start, or enough",
    async (sizeKb) => {
      const folder = await smallDisk(sizeKb);
      const started = startService({ env: { DATA_DIR: folder, ORACLE_SECRET: SECRET_HEX } });
      expect(await started.then(() => "started", String)).toMatch(
        /^(started$|(Start|Store)Error: .*(full|space))/,
      );
    },
  );
});
