import { chmod, readFile, rm, statfs, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { issue } from "../../../server/access/keys.ts";
import { createVault } from "../../../server/access/vault.ts";
import { lookAt } from "../../../server/doctor/finding.ts";
import { lookAtVersions } from "../../../server/doctor/machine.ts";
import { storedHeader } from "../../../server/fairness/stored-header.ts";
import { signHeader } from "../../../src/fairness/header.ts";
import type { SignedHeader } from "../../../src/fairness/header.ts";
import { change, contentOf, DOCTOR_NOW_MS, examined, stopped } from "../../support/examined.ts";
import type { Env } from "../../support/examined.ts";
import { OTHER_SECRET_HEX, SECRET_HEX, startService } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";

type Spoil = (env: Env & { DATA_DIR: string }) => Promise<unknown>;
const fileOf = (name: string) => (env: { DATA_DIR: string }) => join(env.DATA_DIR, name);
const database = fileOf("tableside.sqlite");

/** Signs a header of a game with the key of its server anew, changed. */
function signedAnew(game: string, changes: (headers: readonly SignedHeader[]) => object): Spoil {
  return async (env) => {
    const key = Buffer.from((await readFile(fileOf("signing-key")(env), "utf8")).trim(), "hex");
    await change(env, async ({ db }) => {
      const rows = await db.selectFrom("day_header").selectAll().orderBy("day", "desc").execute();
      const row = rows.find((found) => found.game === game);
      const headers = rows.map(storedHeader).filter(({ game: of }) => of !== game);
      if (row === undefined) {
        throw new Error(`No day of ${game} was published.`);
      }
      const header = signHeader({ ...storedHeader(row), ...changes(headers) }, key);
      await db
        .updateTable("day_header")
        .set({ header: JSON.stringify(header) })
        .where("game", "=", game)
        .where("day", "=", row.day)
        .execute();
    });
  };
}

/** Has a server of an earlier version run on the folder, by the word of its mark. */
async function markOfAnother(env: { DATA_DIR: string }): Promise<void> {
  const file = fileOf("running-other.json")(env);
  await writeFile(file, JSON.stringify({ version: "0.0.9", pid: 7, inode: null, lost: null }));
  await utimes(file, DOCTOR_NOW_MS / 1_000, DOCTOR_NOW_MS / 1_000);
}

/** Keeps a copy of a key by a key-encryption key that is gone. */
async function lockedCopy(env: Env & { DATA_DIR: string }): Promise<void> {
  await writeFile(fileOf("key-encryption-key")(env), `${OTHER_SECRET_HEX}\n`, { mode: 0o600 });
  await change(env, async (store) => {
    const order = { label: "Acme", endsAtMs: DOCTOR_NOW_MS + 1_000, origins: [] };
    await issue(store, order, DOCTOR_NOW_MS);
    const { id } = await store.db.selectFrom("api_key").select("id").executeTakeFirstOrThrow();
    const sealed = createVault(Buffer.from(SECRET_HEX, "hex")).seal(id, "text");
    await store.db.updateTable("api_key").set({ sealed }).where("id", "=", id).execute();
  });
}

const spoiled: [string, Spoil, Env, RegExp][] = [
  ["a wrong setting", async () => {}, { PORT: "x" }, /^settings: .*PORT must be/s],
  ["a database cut off", (env) => truncate(database(env), 50_000), {}, /^database: .*damaged/],
  [
    "junk for a database",
    (env) => writeFile(database(env), "junk"),
    {},
    /^database: .*no database/,
  ],
  [
    "a database that is gone",
    (env) => rm(database(env)),
    {},
    /^database: The data folder .* holds secret and signing-key, and the database .* is gone.*Put tableside\.sqlite back from a backup/,
  ],
  [
    "a database without a byte",
    (env) => writeFile(database(env), ""),
    {},
    /^database: The data folder .* and the database they were used with is gone: .* is empty\..*Put tableside\.sqlite back/,
  ],
  [
    "a database on which no service ran, beside a secret",
    (env) =>
      change(env, ({ db }) =>
        db.deleteFrom("meta").where("name", "in", ["secret_begun", "secret_fingerprint"]).execute(),
      ),
    {},
    /^secrets: The secret file .*secret is there, and the database is empty.*Put tableside\.sqlite back/,
  ],
  [
    "a lost table",
    (env) => change(env, ({ db }) => db.schema.dropTable("maintenance").execute()),
    {},
    /^database: The database has no table maintenance, .*put a backup in its place/,
  ],
  [
    "a lost column",
    (env) => change(env, ({ db }) => db.schema.alterTable("beacon").dropColumn("seal").execute()),
    {},
    /^database: The database has no column seal in the table beacon, .*put a backup in its place/,
  ],
  ...(["secret_fingerprint", "signing_key"] as const).map((name): (typeof spoiled)[number] => [
    `junk for the ${name}`,
    (env) =>
      change(env, ({ db }) =>
        db.updateTable("meta").set({ value: "{" }).where("name", "=", name).execute(),
      ),
    {},
    new RegExp(`^secrets: The row "${name}" of the table meta is damaged: .*Put the row right`),
  ]),
  [
    "maintenance of no game",
    (env) =>
      change(env, ({ db }) =>
        db.insertInto("maintenance").values({ slug: "{", since: 1 }).execute(),
      ),
    {},
    /^rows: The row "\{, 1" of the table maintenance is damaged: its slug is none of the games/,
  ],
  [
    "a damaged page",
    async (env) => {
      const bytes = await readFile(database(env));
      await writeFile(database(env), bytes.fill(0xa5, 40_960, 49_152));
    },
    {},
    /^database: .*damaged.*backup/,
  ],
  [
    "a lost secret",
    (env) => rm(fileOf("secret")(env)),
    {},
    /^secrets: The file .*secret is not there\. Put the earlier one back/,
  ],
  [
    "another secret",
    async () => {},
    { ORACLE_SECRET: OTHER_SECRET_HEX },
    /^secrets: The secret is not the one that this database was made with/,
  ],
  [
    "another signing key",
    (env) => writeFile(fileOf("signing-key")(env), `${SECRET_HEX}\n`),
    {},
    /^secrets: The signing key is not the one that signed before/,
  ],
  [
    "a secret of an era that is gone",
    (env) =>
      change(env, ({ db }) =>
        db.insertInto("secret_era").values({ from_day: 20_700, fingerprint: "x" }).execute(),
      ),
    {},
    /^secrets: The secret that counts from 2026-09-04 is not there/,
  ],
  [
    "a header that somebody changed",
    (env) =>
      change(env, async ({ db }) => {
        const { header } = await db
          .selectFrom("day_header")
          .select("header")
          .where("game", "=", "baccarat")
          .executeTakeFirstOrThrow();
        const changed = JSON.stringify({ ...JSON.parse(header), publishedAt: 1 });
        await db
          .updateTable("day_header")
          .set({ header: changed })
          .where("header", "=", header)
          .execute();
      }),
    {},
    /^headers: The header of 2026-07-0\d of baccarat is not signed by its own key/,
  ],
  [
    "a row of junk",
    (env) => change(env, ({ db }) => db.updateTable("day_header").set({ header: "{" }).execute()),
    {},
    /^rows: The row "\w+, \d+" of the table day_header is damaged: its header is no JSON\. Put the row right/,
  ],
  [
    "a key whose end is no time",
    (env) =>
      change(env, async (store) => {
        await issue(
          store,
          { label: "Acme", endsAtMs: DOCTOR_NOW_MS + 1, origins: [] },
          DOCTOR_NOW_MS,
        );
        await store.db
          .updateTable("subscription")
          .set({ ends_at: 2 ** 60 })
          .execute();
      }),
    {},
    /^rows: The row "sub_\w+" of the table subscription is damaged: its ends_at is no (whole number|time)/,
  ],
  [
    "a header that promises another day's rounds, signed with the right key",
    signedAnew("baccarat", ([other]) => ({ root: other?.root })),
    {},
    /^headers: The header of 2026-07-02 of baccarat promises other rounds than the secret gives\. Put back the secret/,
  ],
  [
    "a second header of a day, with the same rounds and the right key",
    signedAnew("baccarat", () => ({ publishedAt: 1 })),
    {},
    /^headers: The database and .*signed-headers\.ndjson hold two headers of 2026-07-02 of baccarat\. Keep both/,
  ],
  [
    "a key-encryption key that is another one",
    lockedCopy,
    {},
    /^secrets: The key-encryption key does not open the copy of the key key_\w+\. Put the earlier one back/,
  ],
];

const warned: [string, Spoil, RegExp][] = [
  [
    "a server of another version on the same folder",
    markOfAnother,
    /^server: The server with the process 7 is of version 0\.0\.9\. Restart it to have \d/,
  ],
  [
    "files that others may read",
    (env) => chmod(fileOf("secret")(env), 0o644),
    /^files: Others can read .*secret\. .*chmod 600/,
  ],
];

// As after a backup was put back: days were published that this database never heard of.
test("a database that is older than what was signed on it is told by both journals", async () => {
  const env = await stopped();
  await change(env, async ({ db }) => {
    await db.deleteFrom("day_header").execute();
    await db.deleteFrom("tlog_entry").execute();
  });
  const found = await examined(env);
  expect(found.code).toBe(1);
  expect(found.warnings).toContainEqual(
    expect.stringMatching(
      /^headers: 6 signed headers are noted in .*signed-headers\.ndjson and not in the database, which is older/,
    ),
  );
  expect(found.faults).toContainEqual(
    expect.stringMatching(
      /^headers: The log in the database has 0 entries, and .* says that this server signed 6\. Put the newer/,
    ),
  );
});

describe("a warning", () => {
  test.each(warned)("such as of %s says what to do, and ends with 3", async (_, spoil, words) => {
    const env = await stopped();
    await spoil(env);
    const before = await contentOf(env.DATA_DIR);
    const found = await examined(env);
    expect(found).toMatchObject({ code: 3, faults: [] });
    expect(found.warnings).toContainEqual(expect.stringMatching(words));
    expect(await contentOf(env.DATA_DIR)).toEqual(before);
  });

  test("of a disk that is nearly full says how much is left", async () => {
    const disk = await smallDisk(32_768);
    const env = await stopped({ DATA_DIR: join(disk, "data") });
    expect((await examined(env)).ok).toMatch(/disk: The disk has room/);
    const { bavail, bsize } = await statfs(disk);
    await writeFile(join(disk, "filling"), Buffer.alloc(bavail * bsize - 1_500_000));
    const found = await examined(env);
    expect(found).toMatchObject({ code: 3, faults: [] });
    expect(found.warnings).toContainEqual(
      expect.stringMatching(/^disk: The disk of the data folder has 1 MiB left\. Make room/),
    );
  });
});

test.each([
  ["22.21.0", "fault", /^Tableside needs Node 24 or newer; this is Node 22\.21\.0\. Install/],
  ["24.0.0", "ok", /on Node 24\.0\.0\.$/],
  ["100.1.0", "ok", /on Node 100\.1\.0\.$/],
] as const)("Node %s gives the finding: %s", async (node, status, words) => {
  expect(await lookAt("versions", (say) => lookAtVersions(say, node, []))).toEqual([
    { part: "versions", status, words: expect.stringMatching(words) },
  ]);
});

describe("a fault", () => {
  test.each(spoiled)(
    "such as %s is named with its remedy, and ends with 1",
    async (_, spoil, env, words) => {
      const settings = { ...(await stopped()), ...env };
      await spoil(settings);
      const before = await contentOf(settings.DATA_DIR);
      const found = await examined(settings);
      expect(found.code).toBe(1);
      expect(found.faults).toContainEqual(expect.stringMatching(words));
      expect(found.stdout).not.toMatch(/\n {4}at |node:internal/);
      expect(await contentOf(settings.DATA_DIR)).toEqual(before);
    },
  );

  test("of a lost file is told by the server that had it open", async () => {
    const { dataDir } = await startService();
    await writeFile(
      join(dataDir, "running-other.json"),
      JSON.stringify({ version: "0.0.9", pid: 7, inode: 1, lost: "It was deleted." }),
    );
    const env = { DATA_DIR: dataDir, ORACLE_SECRET: SECRET_HEX };
    const found = await examined(env, Date.now());
    expect(found.faults).toContainEqual(
      expect.stringMatching(
        /^server: The server with the process 7 has lost its database\. It was deleted/,
      ),
    );
  });
});
