// Cause: a file that is open goes on working for the process that has it open. After it was deleted,
// replaced, cut off or its disk was made read-only, /healthz said "ok", and keys were handed out into
// a file that nobody would find at the next start.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, rename, rm, truncate } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { issue, list } from "../../../server/access/keys.ts";
import { openStore } from "../../../server/store/open-store.ts";
import { SqliteFile } from "../../../server/store/sqlite-file.ts";
import type { StoreFault } from "../../../server/store/store-error.ts";
import { postgres } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { asAdmin } from "../../support/postgres.ts";
import { SECRET_HEX, startService } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { tempStore } from "../../support/temp-store.ts";

// As root, which the tests may install programs as too.
const MOUNT = "/usr/bin/mount";
const UMOUNT = "/usr/bin/umount";
const NOW_MS = Date.UTC(2026, 5, 1);
const ORDER = { label: "Acme", endsAtMs: NOW_MS + 1_000, origins: [] };

/** Makes a folder read-only under those who have files open in it, as a failing disk is. */
function remountReadOnly(folder: string): void {
  execFileSync(MOUNT, ["--bind", folder, folder]);
  onTestFinished(() => void execFileSync(UMOUNT, [folder]));
  execFileSync(MOUNT, ["-o", "remount,bind,ro", folder]);
}

const losses: [string, StoreFault, (file: string) => Promise<unknown> | void][] = [
  ["deleted", "replaced", (file) => rm(file)],
  [
    "replaced by a backup",
    "replaced",
    async (file) => {
      await copyFile(file, `${file}.backup`);
      await rename(`${file}.backup`, file);
    },
  ],
  ["cut off", "replaced", (file) => truncate(file, 0)],
  ["on a disk that became read-only", "read-only", (file) => remountReadOnly(dirname(file))],
];

describe.each(losses)("a database that is %s while it is in use", (_, fault, lose) => {
  test("is noticed, and takes nothing that would be lost", async () => {
    const { store, place } = await tempStore();
    await issue(store, ORDER, NOW_MS);
    await expect(store.check()).resolves.toBeUndefined();
    await lose("file" in place ? place.file : "");
    // A file that is short must be so twice: it may be, for a moment, while another process tidies it.
    await store.check().catch(() => {});
    await expect(store.check()).rejects.toMatchObject({ fault });
    await expect(issue(store, ORDER, NOW_MS)).rejects.toMatchObject({ fault });
  });

  test("has the service say degraded, with the reason, and go on with its rounds", async () => {
    const service = await startService();
    await lose(join(service.dataDir, "tableside.sqlite"));
    const health = async () =>
      (await service.read("/healthz")) as { status: string; detail: string };
    await eventually(async () => (await health()).status === "degraded");
    expect((await health()).detail).toMatch(/was deleted, replaced or cut off|can only be read/);
    expect((await service.ask("/embed/baccarat/api/current")).status).toBe(200);
  });
});

// A young database lies in its log as a whole: after `kill -9` nothing was left of it.
test("a log that is deleted while it is in use is noticed, and an orderly end saves what it held", async () => {
  const { store, place } = await tempStore();
  const file = "file" in place ? place.file : "";
  await issue(store, ORDER, NOW_MS);
  await store.check();
  await rm(`${file}-wal`);
  await expect(store.check()).rejects.toMatchObject({
    fault: "replaced",
    message: expect.stringContaining("Stop the service by SIGTERM"),
  });
  await expect(issue(store, ORDER, NOW_MS)).rejects.toMatchObject({ fault: "replaced" });
  await store.close();
  const again = await tempStore(place);
  expect(await list(again.store)).toHaveLength(1);
});

// Cause: commands that prepared a new service at once took the log of one that was just closing for
// their own, and ended with "was replaced while it was in use".
test("a log that another process deletes as it closes is not taken for one that was lost", async () => {
  const { store, place } = await tempStore();
  const file = "file" in place ? place.file : "";
  await issue(store, ORDER, NOW_MS);
  const opening = new SqliteFile(file);
  onTestFinished(() => opening.close());
  await store.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
  await opening.writeWhenFree((writer) => writer.exec("delete from api_key"));
  expect(existsSync(`${file}-wal`)).toBe(true);
  expect(() => opening.check()).not.toThrow();
});

test("a database that another process tidied up is not taken for one that was cut off", async () => {
  const { store, place } = await tempStore();
  for (let i = 0; i < 30; i++) {
    await issue(store, { ...ORDER, label: "x".repeat(90) }, NOW_MS);
  }
  const other = new DatabaseSync("file" in place ? place.file : "");
  onTestFinished(() => other.close());
  other.exec("delete from api_key; vacuum; pragma wal_checkpoint(truncate)");
  await store.check();
  await store.check();
  await issue(store, ORDER, NOW_MS);
  expect(await list(store)).toHaveLength(1);
});

// It was called a standby, which it is not.
test("a PostgreSQL server that was set to read-only is reported as that", async () => {
  const place = await postgres.place();
  const { store } = await tempStore(place);
  await store.check();
  const name = new URL("url" in place ? place.url : "").pathname.slice(1);
  await asAdmin(
    inject("postgresPort"),
    `alter database ${name} set default_transaction_read_only = on`,
  );
  const { store: later } = await tempStore(place);
  await expect(later.check()).rejects.toThrow(/a standby, or was set to read-only/);
});

describe("a disk that is full", () => {
  // SQLite rolls back by itself then, and the second rollback was what was reported: "cannot rollback - no
  // transaction is active".
  test("is reported as that when something is written, and nothing is changed", async () => {
    const file = join(await smallDisk(1_024), "tableside.sqlite");
    const store = await openStore({ file });
    const order = {
      ...ORDER,
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
