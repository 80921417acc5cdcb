import { readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { openBackup } from "../../../server/backup/backup-file.ts";
import { backupCommand } from "../../../server/cli/backup.ts";
import { VERSION_TABLE } from "../../../server/store/make-tables.ts";
import { openStore } from "../../../server/store/open-store.ts";
import type { Store } from "../../../server/store/store.ts";
import { backedUpService } from "../../support/backed-up-service.ts";
import { callCommand, refusal, succeeded } from "../../support/command.ts";
import { write } from "../../support/database.ts";
import { bothEngines, settingsFor } from "../../support/engines.ts";
import { makeServiceAt, serviceFolder } from "../../support/made-service.ts";
import { SECRET_HEX } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { tempFolder, tempStore } from "../../support/temp-store.ts";

const refused = async (args: readonly string[], env: Record<string, string>) =>
  refusal(await callCommand(backupCommand, args, env));

/** Writes the same number into two tables at once, again and again until it is told to stop. */
function keepWriting({ db }: Store): () => Promise<number> {
  let isWanted = true;
  const writing = (async () => {
    let round = 0;
    for (; isWanted; round++) {
      // SQLite answers at once: without a turn nothing else would ever happen.
      await setImmediate();
      await db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto("maintenance")
          .values({ slug: `game-${round}`, since: 1 })
          .execute();
        await transaction
          .insertInto("usage_day")
          .values({ key_id: "k", day: round, what: "page", count: 1 })
          .execute();
      });
    }
    return round;
  })();
  return () => {
    isWanted = false;
    return writing;
  };
}

function countOf(db: DatabaseSync, table: string): number {
  return Number(db.prepare(`select count(*) as count from ${table}`).get()?.["count"]);
}

test.each(bothEngines)(
  "a backup from $name is of one instant, however much is written meanwhile",
  async ({ place }) => {
    const at = await makeServiceAt(await place());
    const { store } = await tempStore(at);
    const folder = await tempFolder();
    const stop = keepWriting(store);
    const counts: number[] = [];
    for (let number = 0; number < 3; number++) {
      const file = join(folder, `${number}.backup`);
      succeeded(await callCommand(backupCommand, [file], settingsFor(at)));
      const { db } = await openBackup(file);
      counts.push(countOf(db, "maintenance"));
      expect(countOf(db, "usage_day")).toBe(counts.at(-1));
      db.close();
    }
    const written = await stop();
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    expect(counts[0]).toBeLessThan(written);
    expect(counts.at(-1)).toBeGreaterThan(counts[0] as number);
  },
);

test("a backup is one file for its owner alone, which SQLite itself calls sound", async () => {
  const folder = await tempFolder();
  const file = join(folder, "b");
  await callCommand(backupCommand, [file], { DATA_DIR: await serviceFolder() });
  expect(await readdir(folder)).toEqual(["b"]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const db = new DatabaseSync(file, { readOnly: true });
  expect(db.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  db.close();
});

test("what running servers say of themselves is not kept: after a restore they are gone", async () => {
  const DATA_DIR = await serviceFolder();
  const store = await openStore({ file: join(DATA_DIR, "tableside.sqlite") });
  await store.db.insertInto("server").values({ id: "s", revision: 0, seen_at: 1 }).execute();
  await store.close();
  const file = join(await tempFolder(), "b");
  await callCommand(backupCommand, [file], { DATA_DIR });
  const { db } = await openBackup(file);
  expect(countOf(db, "server")).toBe(0);
  db.close();
});

test("drafts of a process that was killed go with the next backup of that name", async () => {
  const folder = await tempFolder();
  const file = join(folder, "b");
  // No process has a number above the largest.
  await writeFile(`${file}.4194305.part`, "half");
  await writeFile(`${file}.4194305.part-journal`, "half");
  await callCommand(backupCommand, [file], { DATA_DIR: await serviceFolder() });
  expect(await readdir(folder)).toEqual(["b"]);
});

describe("refused, and nothing is left behind:", () => {
  test("a file that is there", async () => {
    const file = join(await tempFolder(), "b");
    await writeFile(file, "precious");
    expect(await refused([file], { DATA_DIR: await serviceFolder() })).toContain(
      "not written over",
    );
    expect(await readFile(file, "utf8")).toBe("precious");
  });

  test("secrets into a file that is there", async () => {
    const { dataDir, secrets, identityFile } = await backedUpService();
    const recipient = /age1\w+/.exec(await readFile(identityFile, "utf8"))?.[0] ?? "";
    const folder = await tempFolder();
    const args = [join(folder, "b"), "--secrets", secrets, "--to", recipient];
    expect(await refused(args, { DATA_DIR: dataDir })).toContain("not written over");
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([["age1nonsense"], ["ssh-ed25519 AAAA"], ["AGE-SECRET-KEY-1"]])(
    "the public key %s",
    async (recipient) => {
      const { dataDir } = await backedUpService();
      const folder = await tempFolder();
      const args = [join(folder, "b"), "--secrets", join(folder, "s"), "--to", recipient];
      expect(await refused(args, { DATA_DIR: dataDir })).toContain("no public key of age");
      expect(await readdir(folder)).toEqual([]);
    },
  );

  test("secrets that are not those of the database", async () => {
    const { dataDir, identityFile } = await backedUpService();
    const recipient = /age1\w+/.exec(await readFile(identityFile, "utf8"))?.[0] ?? "";
    const folder = await tempFolder();
    const args = [join(folder, "b"), "--secrets", join(folder, "s"), "--to", recipient];
    const env = { DATA_DIR: dataDir, ORACLE_SECRET: SECRET_HEX };
    expect(await refused(args, env)).toContain("not the one this database was made with");
    expect(await readdir(folder)).toEqual([]);
  });

  test("where no service is", async () => {
    const folder = await tempFolder();
    expect(await refused([join(folder, "b")], { DATA_DIR: folder })).toContain(
      "no service to back up",
    );
    expect(await readdir(folder)).toEqual([]);
  });

  // It was called good, and `restore` refused it.
  test.each(bothEngines)(
    "a database on $name on which no service ever started",
    async ({ place }) => {
      const at = await place();
      await (await openStore(at)).close();
      const folder = await tempFolder();
      expect(await refused([join(folder, "b")], settingsFor(at))).toContain(
        "No service ever started on this database",
      );
      expect(await readdir(folder)).toEqual([]);
    },
  );

  // It was called good, and lacked on SQLite what it could not copy.
  test.each(bothEngines)("a database on $name that lacks tables and columns", async ({ place }) => {
    const at = await makeServiceAt(await place());
    await write(at, "drop table maintenance");
    await write(at, "alter table beacon drop column seal");
    const folder = await tempFolder();
    expect(await refused([join(folder, "b")], settingsFor(at))).toContain(
      "no table maintenance and no column seal in the table beacon, so",
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test("a database that is damaged", async () => {
    const DATA_DIR = await serviceFolder();
    await truncate(join(DATA_DIR, "tableside.sqlite"), 30_000);
    expect(await refused([join(await tempFolder(), "b")], { DATA_DIR })).toContain("is damaged");
  });

  test("a database of another version", async () => {
    const DATA_DIR = await serviceFolder();
    const db = new DatabaseSync(join(DATA_DIR, "tableside.sqlite"));
    db.exec(`update ${VERSION_TABLE} set version = 'another'`);
    db.close();
    expect(await refused([join(await tempFolder(), "b")], { DATA_DIR })).toContain(
      "by another version",
    );
  });

  test.each(bothEngines)("a disk that is full, from $name", async ({ place }) => {
    const at = await makeServiceAt(await place());
    const folder = await smallDisk(200);
    expect(await refused([join(folder, "b")], settingsFor(at))).toContain("There is no room for");
    expect(await readdir(folder)).toEqual([]);
  });

  test("a folder that is not there", async () => {
    const file = join(await tempFolder(), "absent", "b");
    expect(await refused([file], { DATA_DIR: await serviceFolder() })).toContain(
      "cannot be made (ENOENT)",
    );
  });

  test.each([[[]], [["a", "b"]], [["a", "--secrets", "b"]], [["a", "--to", "age1"]]])(
    "%j, which says too little",
    async (args) => {
      const ended = await callCommand(backupCommand, args, { DATA_DIR: await tempFolder() });
      expect(ended).toMatchObject({ code: 2, stdout: "" });
    },
  );
});
