// Cause: a file that is open goes on working for the process that has it open. After it was deleted,
// replaced, cut off or its disk was made read-only, /healthz said "ok", and keys were handed out into
// a file that nobody would find at the next start.
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { copyFile, rename, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { issue, list } from "../../../server/access/keys.ts";
import { keysCommand } from "../../../server/cli/keys.ts";
import { openStore } from "../../../server/store/open-store.ts";
import { watchForOverwriting } from "../../../server/store/overwritten-file.ts";
import { keepMark, readMarks } from "../../../server/store/server-marks.ts";
import { SqliteFile } from "../../../server/store/sqlite-file.ts";
import type { StoreFault } from "../../../server/store/store-error.ts";
import { callCommand } from "../../support/command.ts";
import { postgres } from "../../support/engines.ts";
import { eventually } from "../../support/eventually.ts";
import { valuesOf } from "../../support/metric-values.ts";
import { asAdmin } from "../../support/postgres.ts";
import { SECRET_HEX, startService, type TestService, withStoreOf } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { tempFile, tempStore } from "../../support/temp-store.ts";

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
    expect((await health()).detail).toMatch(
      /was deleted, replaced, overwritten or cut off|can only be read/,
    );
    expect((await service.ask("/embed/baccarat/api/current")).status).toBe(200);
  });
});

/** What the service is told by its health, and a command on the same folder. */
async function told({ dataDir, read }: TestService) {
  const { detail } = (await read("/healthz")) as { detail?: string };
  const args = ["issue", "--label", "x", "--days", "3"];
  const issuing = await callCommand(keysCommand, args, { DATA_DIR: dataDir });
  return { detail, issuing };
}

// A key was handed out into the file that lay at the name of the one that the service had open.
describe("while a service has another database open than the one in its folder", () => {
  test.each<[string, (file: string) => Promise<unknown>]>([
    ["was deleted", (file) => rm(file)],
    [
      "was replaced",
      async (file) => {
        await copyFile(file, `${file}.backup`);
        await rename(`${file}.backup`, file);
      },
    ],
    ["was cut off", (file) => truncate(file, 4_096)],
  ])("that %s, commands refuse, and say why", async (words, lose) => {
    const service = await startService();
    const file = join(service.dataDir, "tableside.sqlite");
    await lose(file);
    const refused = new RegExp(
      `^Nothing was done: the service that runs here \\(process \\d+\\) .* ${words}`,
    );
    await eventually(async () => refused.test((await told(service)).issuing.stderr));
    expect((await told(service)).issuing).toMatchObject({ code: 1, stdout: "" });
  });

  test("a server that was killed stands in nobody's way for long", async () => {
    const { store, place } = await tempStore();
    await store.close();
    const dataDir = "file" in place ? dirname(place.file) : "";
    const mark = { version: "0.1.0", pid: 1, inode: 1, lost: null };
    await keepMark(dataDir, "killed", () => mark).job.work();
    expect(await readMarks(dataDir, Date.now())).toEqual([mark]);
    expect(await readMarks(dataDir, Date.now() + 60_000)).toEqual([]);
  });

  test("its mark goes with it", async () => {
    const service = await startService();
    await eventually(async () => (await readMarks(service.dataDir, Date.now())).length === 1);
    await service.close();
    expect(await readMarks(service.dataDir, Date.now())).toEqual([]);
  });
});

// The look at the revision alone reloaded what the other service knew, and went on.
test("the data of another service in the place of its own is noticed", async () => {
  const service = await startService();
  await withStoreOf(service.dataDir, (store) =>
    store.db
      .updateTable("meta")
      .set({ value: "another" })
      .where("name", "=", "secret_fingerprint")
      .execute(),
  );
  await eventually(async () => (await told(service)).detail?.includes("replaced") === true);
  expect(service.log.join()).toContain("the data of another service now");
});

describe("a file that another program writes into", () => {
  /** A database in WAL mode, the watch over it, and the watch's clock. */
  async function watched() {
    const file = await tempFile();
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    database.exec("pragma journal_mode = wal; create table a (b); insert into a values (1)");
    const checkpointed = () =>
      Number(database.prepare("pragma wal_checkpoint(noop)").get()?.["checkpointed"]);
    const clock = { nowMs: 0 };
    const watch = watchForOverwriting(`${file}-wal`, checkpointed, () => clock.nowMs);
    function after(ms: number): boolean {
      clock.nowMs += ms;
      return watch(statSync(file));
    }
    after(0);
    after(2_000);
    return { file, database, after };
  }

  /** The time of a change is all that tells; within a tick of the disk's clock it would be the same. */
  async function write(file: string): Promise<void> {
    await utimes(file, 1, 1);
  }

  test("is told from one that SQLite moves its log into", async () => {
    const { file, database, after } = await watched();
    await write(file);
    expect(after(400)).toBe(false);
    expect(after(3_600)).toBe(true);
    database.exec("pragma wal_checkpoint(passive)");
    expect(after(400)).toBe(false);
    expect(after(5_000)).toBe(false);
  });

  test("is not suspected while a checkpoint waits for a slow disk", async () => {
    const { file, database, after } = await watched();
    await write(file);
    expect(after(400)).toBe(false);
    expect(after(2_000)).toBe(false);
    database.exec("pragma wal_checkpoint(passive)");
    expect(after(3_000)).toBe(false);
  });

  test("is not suspected for a log that begins anew", async () => {
    const { file, database, after } = await watched();
    database.exec("pragma wal_checkpoint(truncate); insert into a values (2)");
    await write(file);
    expect(after(400)).toBe(false);
    expect(after(9_000)).toBe(false);
  });
});

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
