import { copyFile, mkdir, readFile, readdir, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { BACKUP_TABLE } from "../../../server/backup/tables.ts";
import { restoreCommand } from "../../../server/cli/restore.ts";
import { VERSION_TABLE } from "../../../server/store/make-tables.ts";
import { writeIdentity } from "../../support/age-identity.ts";
import { backedUpService } from "../../support/backed-up-service.ts";
import type { BackedUp } from "../../support/backed-up-service.ts";
import { callCommand, refusal, succeeded } from "../../support/command.ts";
import { postgres, settingsFor } from "../../support/engines.ts";
import { NOW_MS, OTHER_SECRET_HEX, openTestService } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { tempFolder } from "../../support/temp-store.ts";

const DAY_MS = 86_400_000;
const SIGNED = ["signed-headers.ndjson"];

const newFolder = async () => join(await tempFolder(), "data");

/** Starts a service in a folder, as it is after a restore, and ends it. */
async function startIn(dataDir: string, nowMs = NOW_MS): Promise<void> {
  const [, end] = await openTestService({ nowMs, env: { ORACLE_SECRET: "", DATA_DIR: dataDir } });
  await end();
}

/** Changes a backup by hand. */
function change(file: string, ...statements: string[]): void {
  const db = new DatabaseSync(file);
  for (const statement of statements) {
    db.exec(statement);
  }
  db.close();
}

const refused = async (
  { restore }: BackedUp,
  env: Record<string, string>,
  ...args: readonly string[]
) => refusal(await restore(env, ...args));

test("a machine that has nothing gets a backup and its secrets, for their owner alone, and starts", async () => {
  const house = await backedUpService();
  const DATA_DIR = await newFolder();
  // An empty setting is none.
  const env = { DATA_DIR, ORACLE_SECRET: "", SIGNING_KEY: " " };
  const ended = succeeded(await house.restore(env, ...house.withSecrets));
  for (const name of ["secret", "signing-key"]) {
    const [before, after] = [join(house.dataDir, name), join(DATA_DIR, name)];
    expect(await readFile(after, "utf8")).toBe(await readFile(before, "utf8"));
    expect((await stat(after)).mode & 0o777).toBe(0o600);
  }
  expect(ended.stderr).toContain("put that here before the start");
  await startIn(DATA_DIR);
});

test("encrypted secrets show nothing to who lacks the identity", async () => {
  const { dataDir, secrets } = await backedUpService();
  const text = await readFile(secrets, "utf8");
  expect(text).toMatch(/^-----BEGIN AGE ENCRYPTED FILE-----\n/);
  for (const name of ["secret", "signing-key"]) {
    expect(text).not.toContain((await readFile(join(dataDir, name), "utf8")).trim());
  }
  expect((await stat(secrets)).mode & 0o777).toBe(0o600);
});

test("--check reads all of a backup and writes nothing", async () => {
  const house = await backedUpService();
  const folder = await tempFolder();
  const ended = succeeded(
    await house.restore({ DATA_DIR: folder }, ...house.withSecrets, "--check"),
  );
  expect(ended.stdout).toContain("is sound");
  expect(await readdir(folder)).toEqual([]);
});

test("what was signed since stays as it is, and comes back from there", async () => {
  const house = await backedUpService();
  // It goes on for two days, and publishes more.
  await startIn(house.dataDir, NOW_MS + 2 * DAY_MS);
  const DATA_DIR = await newFolder();
  await mkdir(DATA_DIR);
  for (const name of SIGNED) {
    await copyFile(join(house.dataDir, name), join(DATA_DIR, name));
  }
  const before = await Promise.all(SIGNED.map((name) => readFile(join(DATA_DIR, name), "utf8")));
  const ended = await house.restore({ DATA_DIR }, ...house.withSecrets);
  expect(ended.stderr).toMatch(/puts back [1-9]\d* headers/);
  const after = await Promise.all(SIGNED.map((name) => readFile(join(DATA_DIR, name), "utf8")));
  expect(after).toEqual(before);
  await startIn(DATA_DIR, NOW_MS + 2 * DAY_MS);
});

test("a machine that lost what it signed publishes no late day by itself, however often it is started", async () => {
  const house = await backedUpService();
  const DATA_DIR = await newFolder();
  await house.restore({ DATA_DIR }, ...house.withSecrets);
  for (let start = 0; start < 3; start++) {
    await expect(startIn(DATA_DIR, NOW_MS + 5 * DAY_MS)).rejects.toThrow("PUBLISH_LATE");
  }
});

test("the settings that servers on PostgreSQL need are written for their owner alone", async () => {
  const house = await backedUpService();
  const settings = settingsFor(await postgres.emptyPlace());
  const file = join(await tempFolder(), "service.env");
  succeeded(await house.restore(settings, ...house.withSecrets, "--settings", file));
  const secret = (await readFile(join(house.dataDir, "secret"), "utf8")).trim();
  expect(await readFile(file, "utf8")).toContain(`ORACLE_SECRET=${secret}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

describe("refused, and nothing is touched:", () => {
  test("while a service runs, which is to be stopped", async () => {
    const house = await backedUpService();
    const env = { ORACLE_SECRET: "", DATA_DIR: house.dataDir };
    const [, end] = await openTestService({ env });
    onTestFinished(end);
    expect(await refused(house, { DATA_DIR: house.dataDir })).toContain(
      "a service runs on it. Stop",
    );
  });

  test("where a database is", async () => {
    const house = await backedUpService();
    const file = join(house.dataDir, "tableside.sqlite");
    const before = await readFile(file);
    expect(await refused(house, { DATA_DIR: house.dataDir })).toContain(`move ${file}* away`);
    expect(await readFile(file)).toEqual(before);
  });

  test.each(["-wal", "-shm", "-journal"])(
    "where an earlier database left its %s, which would be read into the new one",
    async (end) => {
      const house = await backedUpService();
      const folder = await tempFolder();
      await writeFile(join(folder, `tableside.sqlite${end}`), "");
      expect(await refused(house, { DATA_DIR: folder }, ...house.withSecrets)).toContain(
        "away, all of it",
      );
    },
  );

  test("a PostgreSQL database that holds anything else", async () => {
    const house = await backedUpService();
    const settings = settingsFor(await postgres.place());
    const file = join(await tempFolder(), "service.env");
    const args = [...house.withSecrets, "--settings", file];
    expect(await refused(house, settings, ...args)).toContain("is not empty");
    expect(await readdir(join(file, ".."))).toEqual([]);
  });

  test("without the secret", async () => {
    const house = await backedUpService();
    expect(await refused(house, { DATA_DIR: await newFolder() })).toContain("needs the secret");
  });

  test.each(["ORACLE_SECRET", "SIGNING_KEY"])("with another %s", async (name) => {
    const house = await backedUpService();
    const [secret, signingKey] = await Promise.all(
      ["secret", "signing-key"].map((each) => readFile(join(house.dataDir, each), "utf8")),
    );
    const env = {
      ORACLE_SECRET: String(secret),
      SIGNING_KEY: String(signingKey),
      [name]: OTHER_SECRET_HEX,
    };
    const DATA_DIR = await newFolder();
    expect(await refused(house, { ...env, DATA_DIR })).toContain(
      "not the one this database was made with",
    );
    expect(
      await refused(house, { [name]: OTHER_SECRET_HEX, DATA_DIR }, ...house.withSecrets),
    ).toContain(`${name} is set, and is not what`);
    await expect(readdir(DATA_DIR)).rejects.toThrow("ENOENT");
  });

  test("into a folder with another secret", async () => {
    const house = await backedUpService();
    const folder = await tempFolder();
    await writeFile(join(folder, "key-encryption-key"), `${OTHER_SECRET_HEX}\n`);
    await writeFile(join(folder, "signing-key"), `${OTHER_SECRET_HEX}\n`);
    const before = await readdir(folder);
    expect(await refused(house, { DATA_DIR: folder }, ...house.withSecrets)).toContain(
      "another secret",
    );
    expect(await readdir(folder)).toEqual(before);
  });

  test("with an identity that the secrets were not encrypted to", async () => {
    const house = await backedUpService();
    await writeIdentity(house.identityFile);
    const args = house.withSecrets;
    expect(await refused(house, { DATA_DIR: await newFolder() }, ...args)).toContain(
      "cannot be decrypted",
    );
  });

  test("secrets of which a byte is damaged", async () => {
    const house = await backedUpService();
    const text = await readFile(house.secrets, "utf8");
    const at = text.length - 60;
    await writeFile(
      house.secrets,
      `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`,
    );
    expect(await refused(house, { DATA_DIR: await newFolder() }, ...house.withSecrets)).toContain(
      "cannot be decrypted",
    );
  });

  test.each([
    ["cut off", (file: string) => truncate(file, 20_000)],
    ["empty", (file: string) => truncate(file, 0)],
    ["no database", (file: string) => writeFile(file, "x".repeat(10_000))],
    [
      "of which a row was changed",
      async (file: string) => change(file, "update meta set value = '1' where name = 'revision'"),
    ],
    [
      "of which a row was deleted",
      async (file: string) => change(file, "delete from day_header where rowid = 1"),
    ],
    ["of which an index is wrong", async (file: string) => spoilPage(file)],
  ])("a backup that is damaged: %s", async (_what, spoil) => {
    const house = await backedUpService();
    await spoil(house.backup);
    const DATA_DIR = await newFolder();
    expect(await refused(house, { DATA_DIR }, ...house.withSecrets)).toContain(house.backup);
    await expect(readdir(DATA_DIR)).rejects.toThrow("ENOENT");
  });

  test.each([
    ["another", `update ${VERSION_TABLE} set version = 'another'`],
    ["a newer", `update ${BACKUP_TABLE} set value = '2' where name = 'format'`],
  ])("a backup of %s version", async (which, statement) => {
    const house = await backedUpService();
    change(house.backup, statement);
    expect(await refused(house, { DATA_DIR: await newFolder() }, ...house.withSecrets)).toContain(
      `made by ${which} version`,
    );
  });

  test("a backup with another header of a day than this machine signed", async () => {
    const house = await backedUpService();
    // The same service, begun anew on a copy of its secrets, signs the same days at another time.
    const DATA_DIR = await newFolder();
    await mkdir(DATA_DIR);
    const [, end] = await openTestService({
      nowMs: NOW_MS + 1,
      env: {
        DATA_DIR,
        ORACLE_SECRET: await readFile(join(house.dataDir, "secret"), "utf8"),
        SIGNING_KEY: await readFile(join(house.dataDir, "signing-key"), "utf8"),
      },
    });
    await end();
    const folder = await tempFolder();
    await copyFile(join(DATA_DIR, "signed-headers.ndjson"), join(folder, "signed-headers.ndjson"));
    expect(await refused(house, { DATA_DIR: folder }, ...house.withSecrets)).toContain(
      "prove a cheat",
    );
    expect(await readdir(folder)).toEqual(["signed-headers.ndjson"]);
  });

  test("onto a disk that is full", async () => {
    const house = await backedUpService();
    const DATA_DIR = await smallDisk(200);
    expect(await refused(house, { DATA_DIR }, ...house.withSecrets)).toContain("There is no room");
    const left = await readdir(DATA_DIR);
    expect(left.filter((name) => name.startsWith("tableside.sqlite"))).toEqual([]);
  });

  test.each([[[]], [["a", "b"]], [["a", "--secrets", "b"]], [["a", "--settings", "b"]]])(
    "%j, which says too little",
    async (args) => {
      const ended = await callCommand(restoreCommand, args, { DATA_DIR: await tempFolder() });
      expect(ended).toMatchObject({ code: 2, stdout: "" });
    },
  );
});

/** Overwrites the last page, which belongs to some table or index. */
async function spoilPage(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes.fill(0xff, bytes.length - 4096);
  await writeFile(file, bytes);
}
