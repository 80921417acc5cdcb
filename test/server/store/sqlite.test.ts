import { open, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { issue, list } from "../../../server/access/keys.ts";
import { lockDataFolder, openDataFolder } from "../../../server/store/data-folder.ts";
import { openStore } from "../../../server/store/open-store.ts";
import { eventually } from "../../support/eventually.ts";
import { SECRET_HEX, startService } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { faultOf, tempFile, tempFolder, tempStore } from "../../support/temp-store.ts";

const NOW_MS = Date.UTC(2026, 5, 1);
const ORDER = { label: "Acme", endsAtMs: NOW_MS + 1_000, origins: [] };

async function filledFile(count = 40): Promise<string> {
  const file = await tempFile();
  const store = await openStore({ file });
  for (let i = 0; i < count; i++) {
    await issue(store, { label: `Key ${i}`, endsAtMs: NOW_MS + 1000, origins: [] }, NOW_MS);
  }
  await store.close();
  return file;
}

test("a transaction on SQLite can read first and write later", async () => {
  const file = await tempFile();
  const { store } = await tempStore({ file });
  const other = new DatabaseSync(file, { timeout: 0 });
  onTestFinished(() => other.close());
  await store.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom("maintenance").selectAll().execute();
    expect(() => other.exec("delete from maintenance")).toThrow(/locked/);
    await transaction.insertInto("maintenance").values({ slug: "baccarat", since: 1 }).execute();
  });
  other.exec("delete from maintenance");
  expect(await store.db.selectFrom("maintenance").selectAll().execute()).toEqual([]);
});

test("only the owner of the database's files can read them", async () => {
  const file = await tempFile();
  const { store } = await tempStore({ file });
  await issue(store, { label: "a", endsAtMs: NOW_MS + 1, origins: [] }, NOW_MS);
  const files = [file, `${file}-wal`, `${file}-shm`];
  const modes = await Promise.all(files.map(async (name) => (await stat(name)).mode & 0o777));
  expect(modes).toEqual([0o600, 0o600, 0o600]);
});

describe("an unusable SQLite database", () => {
  const damages: [string, (file: string) => Promise<void>][] = [
    ["garbage", (file) => writeFile(file, "not a database ".repeat(500))],
    ["a file cut in half", async (file) => truncate(file, (await stat(file)).size / 2)],
    ["a file cut within its header", (file) => truncate(file, 60)],
    [
      "a file with an overwritten page",
      async (file) => {
        const handle = await open(file, "r+");
        await handle.write(Buffer.alloc(8192, 0xa5), 0, 8192, 8192);
        await handle.close();
      },
    ],
  ];
  test.each(damages)("the service refuses %s as damaged", async (_, damage) => {
    const file = await filledFile();
    await damage(file);
    const before = await readFile(file);
    const error = await faultOf(openStore({ file }));
    expect(error.fault).toBe("damaged");
    expect(error.message).toContain(file);
    expect(error.message).toMatch(/damaged.*left unchanged.*backup/s);
    expect(await readFile(file)).toEqual(before);
  });

  test("a database from a different version is refused", async () => {
    const file = await filledFile(1);
    const handle = new DatabaseSync(file);
    handle.exec("update tableside set version = 'another'");
    handle.close();
    const before = await readFile(file);
    const error = await faultOf(openStore({ file }));
    expect(error.fault).toBe("version");
    expect(error.message).toMatch(
      /different version.* version another, .* needs [0-9a-f]{16}\. Start that version/,
    );
    expect(await readFile(file)).toEqual(before);
  });

  test("a database from another program is refused", async () => {
    const file = await tempFile();
    const handle = new DatabaseSync(file);
    handle.exec("create table songs (title text)");
    handle.close();
    const before = await readFile(file);
    const error = await faultOf(openStore({ file }));
    expect(error.fault).toBe("foreign");
    expect(await readFile(file)).toEqual(before);
  });

  test.each(["nowhere/tableside.sqlite", "file/tableside.sqlite"])(
    "a location that cannot be written to is refused: %s",
    async (path) => {
      const folder = await tempFolder();
      await writeFile(join(folder, "file"), "");
      const error = await faultOf(openStore({ file: join(folder, path) }));
      expect(error.fault).toBe("unreachable");
      expect(error.message).toMatch(/cannot be read or written.*DATA_DIR/s);
    },
  );
});

test.each([
  ["deleted", (file: string) => rm(file)],
  ["replaced", (file: string) => rename(file, `${file}.old`).then(() => writeFile(file, ""))],
])("a database that was %s does not accept writes", async (_, lose) => {
  const service = await startService();
  const file = join(service.dataDir, "tableside.sqlite");
  const store = await openStore({ file });
  onTestFinished(() => store.close());
  await issue(store, ORDER, NOW_MS);
  await lose(file);
  await expect(store.check()).rejects.toMatchObject({ fault: "gone" });
  await expect(issue(store, ORDER, NOW_MS)).rejects.toMatchObject({ fault: "gone" });
  const health = async () => (await service.read("/healthz")) as { detail?: string };
  await eventually(async () => /deleted or replaced/.test((await health()).detail ?? ""));
  expect((await service.ask("/embed/baccarat/api/current")).status).toBe(200);
});

describe("a database on a full disk", () => {
  test("a full disk is reported when something is written", async () => {
    const store = await openStore({ file: join(await smallDisk(1_024), "tableside.sqlite") });
    const origins = Array.from({ length: 50 }, (_, i) => `https://a${i}.example`);
    let issued = 0;
    const filling = (async () => {
      for (;;) {
        await issue(store, { ...ORDER, origins }, NOW_MS);
        issued += 1;
      }
    })();
    await expect(filling).rejects.toMatchObject({ fault: "full" });
    expect(await list(store)).toHaveLength(issued);
    await store.close();
  });

  // Cause: the lock's file was blamed, and deleting it did not help.
  test("a start on a full disk is refused with the disk as its reason", async () => {
    const dataDir = await smallDisk(64);
    await expect(writeFile(join(dataDir, "other"), "x".repeat(99_999))).rejects.toThrow("ENOSPC");
    await expect(lockDataFolder(dataDir)).rejects.toThrow("is full. Free some space");
  });

  test.each([64, 160, 320])(
    "a first start on a disk of %d KB succeeds or reports the full disk",
    async (sizeKb) => {
      const env = { DATA_DIR: await smallDisk(sizeKb), ORACLE_SECRET: SECRET_HEX };
      expect(await startService({ env }).then(() => "started", String)).toMatch(
        /^(started$|(Start|Store)Error: .*(full|space))/,
      );
    },
  );
});

// Node's SQLite waits on the main thread: rounds, streams and health would stop in the meantime.
test("only writers wait while another program locks the database", async () => {
  const service = await startService();
  const file = join(service.dataDir, "tableside.sqlite");
  const { store } = await tempStore({ file });
  const other = new DatabaseSync(file, { timeout: 0 });
  onTestFinished(() => other.close());
  other.exec("begin exclusive");
  let issued = 0;
  const waiting = [1, 2].map(async () => {
    await issue(store, ORDER, NOW_MS);
    issued += 1;
  });
  expect(await list(store)).toEqual([]);
  expect((await service.ask("/embed/baccarat/api/current")).status).toBe(200);
  expect(issued).toBe(0);
  other.exec("rollback");
  await Promise.all(waiting);
  expect(issued).toBe(2);
  other.exec("begin exclusive");
  const late = await Promise.allSettled([1, 2].map(() => issue(store, ORDER, NOW_MS)));
  expect(late).toMatchObject([1, 2].map(() => ({ reason: { fault: "busy" } })));
});

test("only its owner can read the data folder", async () => {
  const folder = await tempFolder();
  const path = join(folder, "srv", "data");
  expect((await openDataFolder(path)).databaseFile).toBe(join(path, "tableside.sqlite"));
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  await writeFile(join(folder, "taken"), "a file");
  for (const at of [join(folder, "taken"), join(folder, "x".repeat(300)), "/sys/tableside"]) {
    await expect(openDataFolder(at)).rejects.toThrow(/^The data folder .* cannot be used/);
  }
});
