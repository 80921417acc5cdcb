import { existsSync, rmSync } from "node:fs";
import {
  rm,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  truncate,
  writeFile,
  cp,
  mkdtemp,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { parseEnv } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { openVault } from "../../../server/access/vault.ts";
import { backupCommand } from "../../../server/cli/backup.ts";
import { keysCommand } from "../../../server/cli/keys.ts";
import { lockDataFolder } from "../../../server/store/data-folder.ts";
import { openStore } from "../../../server/store/open-store.ts";
import type { Store } from "../../../server/store/store.ts";
import {
  digestRows,
  sqliteRows,
  columnsOf,
  COPIED_TABLES,
} from "../../../server/store/table-rows.ts";
import { callCommand, refusal, succeeded } from "../../support/command.ts";
import { postgres, settingsFor } from "../../support/engines.ts";
import { serviceFolder } from "../../support/made-service.ts";
import { NOW_MS, OTHER_SECRET_HEX, openTestService, SECRET_HEX } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { newVisitor, signedInVisitor, subscribe } from "../../support/visitor.ts";
import type { Visitor } from "../../support/visitor.ts";

interface BackedUp {
  readonly dataDir: string;
  readonly backup: string;
}

let image: Promise<string> | undefined;

/** A copy of a service that has run briefly, keeps its secrets in files, and was backed up. */
async function backedUpService(): Promise<BackedUp> {
  const folder = await tempFolder();
  await cp(await (image ??= makeImage()), folder, { recursive: true });
  return { dataDir: join(folder, "data"), backup: join(folder, "house.backup") };
}

/** Created once for all tests of a process, and removed at its end. */
async function makeImage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tableside-house-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const env = { ORACLE_SECRET: "", DATA_DIR: join(folder, "data") };
  const [, end] = await openTestService({ env });
  await end();
  const store = await openStore({ file: databaseIn(env.DATA_DIR) });
  await openVault(store, { dataDir: env.DATA_DIR, secret: null });
  await store.close();
  succeeded(await callCommand(backupCommand, ["make", join(folder, "house.backup")], env));
  return folder;
}

const ROWS = 3;
/** Larger than the safe integers of JavaScript: a copy must not round it. */
const LARGE = 2n ** 53n + 1n;

/** Inserts rows into every table: text in many alphabets, long numbers, null where allowed, and references to later rows. */
function fillEveryTable(file: string): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    for (const name of COPIED_TABLES) {
      const info = db.prepare("select * from pragma_table_info(?)").all(name);
      const foreignKeys = db
        .prepare('select "from" from pragma_foreign_key_list(?)')
        .all(name)
        .map((foreignKey) => foreignKey["from"]);
      const values = (row: number) =>
        info.map((column) => {
          const isKey = Number(column["pk"]) > 0 || foreignKeys.includes(column["name"]);
          const type = String(column["type"]);
          if (foreignKeys.includes(column["name"]) || column["name"] === "id") {
            return `k${foreignKeys.includes(column["name"]) ? (row + 1) % ROWS : row}`;
          }
          if (column["notnull"] === 0 && row === 1) {
            return null;
          }
          return type === "text"
            ? `${isKey ? "" : "x'\\\"\t\n"}Zz änderung 변경 😀 ${row}`
            : LARGE + BigInt(row);
        });
      const places = columnsOf(name)
        .map(() => "?")
        .join(", ");
      const insert = db.prepare(`insert or ignore into ${name} values (${places})`);
      for (let row = 0; row < ROWS; row++) {
        insert.run(...values(row));
      }
    }
  } finally {
    db.close();
  }
}

const DAY_MS = 86_400_000;
const NOWHERE = "postgres://u:p@127.0.0.1:1/x";

const call = (env: Record<string, string>, ...args: readonly string[]) =>
  callCommand(backupCommand, args, env);
const readRefusal = async (env: Record<string, string>, ...args: readonly string[]) =>
  refusal(await call(env, ...args));
const databaseIn = (dataDir: string) => join(dataDir, "tableside.sqlite");
const newFolder = async () => join(await tempFolder(), "data");
const emptyDatabase = async () =>
  settingsFor(await postgres.emptyPlace())["DATABASE_URL"] ?? NOWHERE;

async function startIn(dataDir: string, nowMs = NOW_MS): Promise<void> {
  const [, end] = await openTestService({ nowMs, env: { ORACLE_SECRET: "", DATA_DIR: dataDir } });
  await end();
}

function change(file: string, ...statements: string[]): void {
  const db = new DatabaseSync(file);
  statements.forEach((statement) => db.exec(statement));
  db.close();
}

async function rowsIn(file: string) {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return await digestRows(sqliteRows(db));
  } finally {
    db.close();
  }
}

describe("a backup of a running service", () => {
  function keepWriting({ db }: Store): () => Promise<number> {
    let isWriting = true;
    const writing = (async () => {
      let round = 0;
      for (; isWriting; round++) {
        // SQLite answers synchronously: without this pause, nothing else would run.
        await setImmediate();
        await db.transaction().execute(async (transaction) => {
          await transaction
            .insertInto("maintenance")
            .values({ slug: `g${round}`, since: 1 })
            .execute();
          const used = { key_id: "k", day: round, what: "page", count: 1 };
          await transaction.insertInto("usage_day").values(used).execute();
        });
      }
      return round;
    })();
    return () => {
      isWriting = false;
      return writing;
    };
  }

  test("a backup is a consistent snapshot, even during writes", async () => {
    const DATA_DIR = await serviceFolder();
    const store = await openStore({ file: databaseIn(DATA_DIR) });
    onTestFinished(() => store.close());
    const folder = await tempFolder();
    const stop = keepWriting(store);
    const counts: number[] = [];
    for (let number = 0; number < 3; number++) {
      const file = join(folder, `${number}.backup`);
      succeeded(await call({ DATA_DIR, ORACLE_SECRET: SECRET_HEX }, "make", file));
      const db = new DatabaseSync(file, { readOnly: true });
      const [games, used] = ["maintenance", "usage_day"].map((table) =>
        Number(db.prepare(`select count(*) as count from ${table}`).get()?.["count"]),
      );
      db.close();
      expect(used).toBe(games);
      counts.push(games as number);
    }
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    expect(counts[0]).toBeLessThan(await stop());
    expect(counts.at(-1)).toBeGreaterThan(counts[0] as number);
  });

  test("a backup is a single intact file", async () => {
    const { dataDir: DATA_DIR } = await backedUpService();
    const folder = await tempFolder();
    const file = join(folder, "b");
    succeeded(await call({ DATA_DIR }, "make", file));
    expect(await readdir(folder)).toEqual(["b"]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const db = new DatabaseSync(file, { readOnly: true });
    expect(db.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
    db.close();
  });

  test("a service starts from a backup on an empty machine", async () => {
    const { dataDir, backup } = await backedUpService();
    const DATA_DIR = await newFolder();
    const restored = await call({ DATA_DIR }, "restore", backup);
    succeeded(restored);
    // Cause: no message warned of the missing file, without which a day could be signed twice.
    expect(restored.stdout).toContain("copy its latest signed-headers.ndjson");
    for (const name of ["secret", "signing-key", "key-encryption-key"]) {
      expect(await readFile(join(DATA_DIR, name))).toEqual(await readFile(join(dataDir, name)));
    }
    for (const name of await readdir(DATA_DIR)) {
      expect([name, (await stat(join(DATA_DIR, name))).mode & 0o777]).toEqual([name, 0o600]);
    }
    expect(await rowsIn(databaseIn(DATA_DIR))).toEqual(await rowsIn(databaseIn(dataDir)));
    const secret = (await readFile(join(DATA_DIR, "secret"), "utf8")).trim();
    expect((await readFile(databaseIn(DATA_DIR), "latin1")).includes(secret)).toBe(false);
    await startIn(DATA_DIR);
  });

  test("a restore republishes newer signed headers", async () => {
    const { dataDir, backup } = await backedUpService();
    // The service continues for two days, and publishes more headers.
    await startIn(dataDir, NOW_MS + 2 * DAY_MS);
    const DATA_DIR = await newFolder();
    await mkdir(DATA_DIR);
    const signed = join(DATA_DIR, "signed-headers.ndjson");
    await copyFile(join(dataDir, "signed-headers.ndjson"), signed);
    const before = await readFile(signed, "utf8");
    const restored = await call({ DATA_DIR }, "restore", backup);
    succeeded(restored);
    expect(restored.stdout).not.toContain("signed-headers");
    expect(await readFile(signed, "utf8")).toBe(before);
    await startIn(DATA_DIR, NOW_MS + 2 * DAY_MS);
  });
});

test("every row of every table survives a backup and a move to PostgreSQL unchanged", async () => {
  const DATA_DIR = await serviceFolder();
  const env = { DATA_DIR, ORACLE_SECRET: SECRET_HEX };
  const kept = new DatabaseSync(databaseIn(DATA_DIR));
  const meta = kept.prepare("select * from meta").all();
  kept.close();
  fillEveryTable(databaseIn(DATA_DIR));
  const db = new DatabaseSync(databaseIn(DATA_DIR));
  // The service would interpret these rows.
  db.exec("delete from meta; delete from secret_era; delete from day_header");
  for (const { name, value } of meta) {
    db.prepare("insert into meta values (?, ?)").run(name ?? "", value ?? "");
  }
  db.close();
  const before = await rowsIn(databaseIn(DATA_DIR));
  const file = join(await tempFolder(), "b");
  succeeded(await call(env, "make", file));
  const restored = await newFolder();
  succeeded(await call({ DATA_DIR: restored }, "restore", file));
  expect(await rowsIn(databaseIn(restored))).toEqual(before);
  // The command itself compares the rows.
  const moved = succeeded(
    await call({ DATA_DIR: restored, DATABASE_URL: await emptyDatabase() }, "move"),
  );
  expect(moved.stdout).toContain(`Moved and compared ${before.rows} rows`);
});

describe("a move to PostgreSQL", () => {
  async function revealKey(visitor: Visitor): Promise<unknown> {
    const { data } = await visitor.see("dashboard", "/account/");
    const key = data.subscription?.keys[0]?.id ?? "";
    const shown = await visitor.send("dashboard", "/account/key/reveal/", { key });
    return shown.data.subscription?.keys[0];
  }

  test("a move keeps keys, accounts, sessions and encrypted text", async () => {
    const { dataDir: DATA_DIR } = await backedUpService();
    const [first, endFirst] = await openTestService({ env: { ORACLE_SECRET: "", DATA_DIR } });
    const visitor = await signedInVisitor(first);
    await subscribe(DATA_DIR);
    const before = await revealKey(visitor);
    await endFirst();
    const settings = { DATA_DIR, DATABASE_URL: await emptyDatabase() };
    succeeded(await call(settings, "move"));
    const file = join(DATA_DIR, "postgres.env");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const env = parseEnv(await readFile(file, "utf8")) as Record<string, string>;
    const [service, end] = await openTestService({ env: { ...settings, ...env } });
    onTestFinished(end);
    const ann = newVisitor(service);
    for (const [name, value] of visitor.cookies) {
      ann.cookies.set(name, value);
    }
    expect(await revealKey(ann)).toEqual(before);
    expect(before).toMatchObject({ keyText: expect.stringMatching(/^tbs_live_\w{36}$/) });
  });

  test("an interrupted move can be completed", async () => {
    const { dataDir: DATA_DIR } = await backedUpService();
    const env = { DATA_DIR, DATABASE_URL: await emptyDatabase() };
    succeeded(await call(env, "move"));
    const starting = openTestService({ env: { ORACLE_SECRET: "", DATA_DIR } });
    await expect(starting).rejects.toThrow("was moved to PostgreSQL. Set DATABASE_URL");
    expect(await readRefusal(env, "move")).toContain("was moved to PostgreSQL.");
    const file = databaseIn(DATA_DIR);
    // The state shortly before the end of the move.
    await rename(`${file}.moved`, file);
    succeeded(await call(env, "move"));
    expect(existsSync(file)).toBe(false);
  });

  test("a service with the new DATABASE_URL refuses to start before the move", async () => {
    const { dataDir: DATA_DIR } = await backedUpService();
    const env = { DATA_DIR, DATABASE_URL: await emptyDatabase() };
    const secrets = { ORACLE_SECRET: SECRET_HEX, SIGNING_KEY: SECRET_HEX };
    for (const given of [{ ORACLE_SECRET: "" }, secrets]) {
      const starting = openTestService({ env: { ...env, ...given } });
      await expect(starting).rejects.toThrow(/run "npm run -s backup -- move"/);
    }
    const listed = await callCommand(keysCommand, ["list"], env);
    expect(refusal(listed)).toMatch(/run "npm run -s backup -- move"/);
    // The attempts left the database empty.
    succeeded(await call(env, "move"));
  });
});

/** A mistake, and the command's message about it. Both folders stay unchanged. */
interface Mistake {
  readonly what: string;
  /** Makes the mistake; returns settings and arguments that differ from the usual ones. */
  readonly arrange?: (at: { dataDir: string; backup: string }) => Promise<{
    env?: Record<string, string>;
    target?: string;
  } | void>;
  readonly words: RegExp;
}

test.each(["", "make", "make a b", "keep a", "move postgres://a/b"])(
  "the call `backup %s` is refused",
  async (line) => {
    const env = { DATA_DIR: await serviceFolder() };
    expect(await call(env, ...line.split(" ").filter(Boolean))).toMatchObject({
      code: 2,
      stdout: "",
    });
  },
);

const otherVersion: Mistake = {
  what: "for a database of a different version",
  arrange: async ({ dataDir }) =>
    change(databaseIn(dataDir), "update tableside set version = 'another'"),
  words: /by a different version/,
};
const otherSecret: Mistake = {
  what: "with a different secret",
  arrange: async () => ({ env: { ORACLE_SECRET: OTHER_SECRET_HEX } }),
  words: /secret is not the one this database was made with/,
};
const running: Mistake = {
  what: "while a service is running",
  async arrange({ dataDir: DATA_DIR }) {
    const [, end] = await openTestService({ env: { ORACLE_SECRET: "", DATA_DIR } });
    onTestFinished(end);
  },
  words: /a service (is running on it|runs in)|A database already exists/,
};
const unset: Mistake = {
  what: "without DATABASE_URL",
  arrange: async () => ({ env: { DATABASE_URL: "" } }),
  words: /Set it to the URL of the empty PostgreSQL database/,
};
const onPostgres: Mistake = {
  what: "for a service on PostgreSQL",
  arrange: async () => ({ env: { DATABASE_URL: NOWHERE } }),
  words: /pg_dump/,
};

describe.each<[string, readonly Mistake[]]>([
  [
    "make",
    [
      otherVersion,
      otherSecret,
      onPostgres,
      {
        what: "to an existing file",
        arrange: async ({ backup }) => ({ target: backup }),
        words: /will not be overwritten/,
      },
      {
        what: "to a full disk",
        arrange: async () => ({ target: join(await smallDisk(200), "b") }),
        words: /Not enough disk space for/,
      },
      {
        what: "without a service",
        arrange: async () => ({ env: { DATA_DIR: "/nowhere" } }),
        words: /There is no service in/,
      },
      {
        // Cause: the folder was named as the wrong one.
        what: "without its database",
        arrange: ({ dataDir }) => rm(databaseIn(dataDir)),
        words: /contains secret and signing-key, but the database [^]* backup -- restore FILE/,
      },
      {
        what: "for a damaged database",
        arrange: ({ dataDir }) => truncate(databaseIn(dataDir), 30_000),
        words: /is damaged/,
      },
    ],
  ],
  [
    "move",
    [
      otherVersion,
      otherSecret,
      unset,
      running,
      {
        what: "for a malformed URL",
        arrange: async () => ({ env: { DATABASE_URL: "mysql://a/b" } }),
        words: /DATABASE_URL must be/,
      },
      { what: "for an unreachable server", words: /cannot be reached \(ECONNREFUSED\)/ },
      {
        what: "for a database with other rows",
        arrange: async () => ({
          env: { DATABASE_URL: settingsFor(await postgres.place())["DATABASE_URL"] ?? "" },
        }),
        words: /is not empty/,
      },
      {
        what: "if postgres.env has different settings",
        arrange: ({ dataDir }) => writeFile(join(dataDir, "postgres.env"), "PORT=1"),
        words: /contains different settings/,
      },
      {
        what: "for a row that PostgreSQL cannot hold",
        async arrange({ dataDir }) {
          change(databaseIn(dataDir), "insert into maintenance values ('baccarat', 'soon')");
          return { env: { DATABASE_URL: await emptyDatabase() } };
        },
        words: /row of the table maintenance/,
      },
    ],
  ],
])("the `%s` command", (action, mistakes) => {
  test.each(mistakes.map((mistake) => [mistake.what, mistake] as const))(
    `\`${action}\` is refused %s, and changes nothing`,
    async (_, { arrange, words }) => {
      const service = await backedUpService();
      const changed = (await arrange?.(service)) ?? {};
      const folder = await tempFolder();
      const isMove = action === "move";
      const env = {
        DATA_DIR: service.dataDir,
        ...(isMove ? { DATABASE_URL: NOWHERE } : {}),
        ...changed.env,
      };
      const args = isMove ? [] : [changed.target ?? join(folder, "b")];
      const before = (await readdir(service.dataDir)).toSorted();
      expect(await readRefusal(env, action, ...args)).toMatch(words);
      expect((await readdir(service.dataDir)).toSorted()).toEqual(before);
      expect(await readdir(folder)).toEqual([]);
    },
  );
});

describe("the `restore` command", () => {
  const damagedBackups: readonly (readonly [string, (file: string) => unknown])[] = [
    ["that is truncated", (file) => truncate(file, 20_000)],
    ["with a changed row", (file) => change(file, "update meta set value = '9'")],
    ["with a deleted row", (file) => change(file, "delete from day_header")],
    ["of a different version", (file) => change(file, "update tableside set version = 'another'")],
  ];
  test.each(damagedBackups)("restore is refused for a backup %s", async (_, damage) => {
    const { backup } = await backedUpService();
    await damage(backup);
    const DATA_DIR = await newFolder();
    expect(await readRefusal({ DATA_DIR }, "restore", backup)).toContain(backup);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  // Cause: a damaged key-encryption key was restored, and the service then refused to start.
  test.each(["secret", "signing-key", "key-encryption-key"])(
    "restore is refused for a backup with a damaged %s",
    async (name) => {
      const { backup } = await backedUpService();
      change(
        backup,
        `update tableside_backup set facts = replace(facts, substr(facts ->> '$.secrets."${name}"', 1, 8), '00000000')`,
      );
      const DATA_DIR = await newFolder();
      expect(await readRefusal({ DATA_DIR }, "restore", backup)).toMatch(
        /(key|secret) is not the one this database was made with\. Nothing was done/,
      );
      expect(existsSync(DATA_DIR)).toBe(false);
    },
  );

  test.each(["sqlite", "sqlite-wal", "sqlite-shm", "sqlite-journal"])(
    "restore is refused if tableside.%s exists",
    async (extension) => {
      const { backup } = await backedUpService();
      const DATA_DIR = await tempFolder();
      await writeFile(join(DATA_DIR, `tableside.${extension}`), "");
      expect(await readRefusal({ DATA_DIR }, "restore", backup)).toContain("files elsewhere");
      expect(await readdir(DATA_DIR)).toEqual([`tableside.${extension}`]);
    },
  );

  test("restore is refused for a folder with a different secret", async () => {
    const { backup } = await backedUpService();
    const DATA_DIR = await tempFolder();
    for (const name of ["secret", "signing-key"]) {
      await writeFile(join(DATA_DIR, name), `${OTHER_SECRET_HEX}\n`);
    }
    expect(await readRefusal({ DATA_DIR }, "restore", backup)).toMatch(
      /secrets that differ .*secret, .*signing-key/,
    );
    expect(await readdir(DATA_DIR)).toEqual(["secret", "signing-key"]);
  });

  // Cause: a service whose database was deleted kept running on it, and "Restored" was printed.
  test("restore is refused while a service runs on the folder", async () => {
    const { backup } = await backedUpService();
    const DATA_DIR = await tempFolder();
    using _service = await lockDataFolder(DATA_DIR);
    expect(await readRefusal({ DATA_DIR }, "restore", backup)).toContain(
      "Another server is running",
    );
    expect(await readdir(DATA_DIR)).not.toContain("tableside.sqlite");
  });

  test("restore is refused on a full disk", async () => {
    const { backup } = await backedUpService();
    const DATA_DIR = await smallDisk(200);
    expect(await readRefusal({ DATA_DIR }, "restore", backup)).toContain("Not enough disk space");
    const left = await readdir(DATA_DIR);
    expect(left.filter((name) => name.startsWith("tableside.sqlite"))).toEqual([]);
  });

  test.each([running, onPostgres])("restore is refused $what", async ({ arrange, words }) => {
    const service = await backedUpService();
    const changed = (await arrange?.(service)) ?? {};
    const env = { DATA_DIR: service.dataDir, ...changed.env };
    expect(await readRefusal(env, "restore", service.backup)).toMatch(words);
  });
});
