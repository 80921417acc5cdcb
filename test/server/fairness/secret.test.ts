import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { list } from "../../../server/access/keys.ts";
import { withCliStore } from "../../../server/cli/cli-store.ts";
import { loadSecret } from "../../../server/fairness/secret.ts";
import { StartError } from "../../../server/runtime/start-error.ts";
import { openDataFolder } from "../../../server/store/data-folder.ts";
import { openOwnStore, openStore } from "../../../server/store/open-store.ts";
import { runScript } from "../../support/command.ts";
import { times } from "../../support/effort.ts";
import { postgres, settingsFor } from "../../support/engines.ts";
import { tempFile, tempFolder, tempStore } from "../../support/temp-store.ts";

const HEX = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const OTHER_HEX = "36b04d5e4e99daaa83c8788f95a1d8d4d6f1defcc0bcbfb92ed0d5ec6a92c3d4";
const START = fileURLToPath(new URL("../../support/start-data.ts", import.meta.url));

function hex(secret: Uint8Array): string {
  return Buffer.from(secret).toString("hex");
}

async function freshData() {
  const databaseFile = await tempFile();
  const { store } = await tempStore({ file: databaseFile });
  const dataDir = join(databaseFile, "..");
  return { store, dataDir, databaseFile, file: join(dataDir, "secret") };
}

async function refusalOf(loading: Promise<unknown>): Promise<string> {
  const error: unknown = await loading.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartError);
  return String(error);
}

test("the first start creates a secret that only the file's owner can read", async () => {
  const { store, dataDir, file } = await freshData();
  const secret = await loadSecret({ dataDir, given: null }, store);
  expect(secret).toHaveLength(32);
  expect(await readFile(file, "utf8")).toBe(`${hex(secret)}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const names = await readdir(dataDir);
  expect(names.filter((name) => name.startsWith("secret"))).toEqual(["secret"]);
});

test("the service refuses to restart without the secret", async () => {
  const { store, dataDir, file } = await freshData();
  await loadSecret({ dataDir, given: null }, store);
  await rm(file);
  const message = await refusalOf(loadSecret({ dataDir, given: null }, store));
  expect(message).toMatch(
    /is missing.*would change every past result.*Restore the earlier secret.*Or/,
  );
  expect(await readdir(dataDir)).not.toContain("secret");
});

// Cause: a start with a secret but no database silently created an empty database. All keys were lost, and days
// promised to players were signed a second time. Commands reported such a folder as the wrong one.
describe("secrets whose database is lost", () => {
  test("the service and its commands refuse to open secrets without their database", async () => {
    const { store, dataDir, databaseFile } = await freshData();
    await loadSecret({ dataDir, given: null }, store);
    await store.close();
    await rm(databaseFile);
    const command = () => withCliStore({ DATA_DIR: dataDir }, list);
    for (const open of [() => openOwnStore({ databaseUrl: null, dataDir }), command]) {
      expect(await refusalOf(open())).toMatch(
        /contains secret, but the database [^]* is missing: [^]*backup -- restore FILE/,
      );
    }
    expect(await readdir(dataDir)).toEqual(["secret"]);
  });

  test("a first start interrupted before it created its tables can be repeated", async () => {
    const dataDir = await tempFolder();
    await writeFile(join(dataDir, "tableside.sqlite"), "");
    const store = await openOwnStore({ databaseUrl: null, dataDir });
    expect(hex(await loadSecret({ dataDir, given: null }, store))).toHaveLength(64);
    await store.close();
  });
});

test.each([
  ["an empty file", ""],
  ["a half-written file", HEX.slice(0, 31)],
  ["a file with two secrets", `${HEX}\n${OTHER_HEX}\n`],
])("%s is rejected as a secret", async (_, text) => {
  const { store, dataDir, file } = await freshData();
  await writeFile(file, text);
  const message = await refusalOf(loadSecret({ dataDir, given: null }, store));
  expect(message).toMatch(/does not contain 64 hexadecimal digits.*left unchanged/);
  expect(await readFile(file, "utf8")).toBe(text);
});

test("the database never stores the secret", async () => {
  const folder = await openDataFolder(join(await tempFolder(), "data"));
  const store = await openStore({ file: folder.databaseFile });
  const secret = await loadSecret({ dataDir: folder.path, given: null }, store);
  const row = await store.db
    .selectFrom("meta")
    .selectAll()
    .where("name", "=", "secret_fingerprint")
    .executeTakeFirst();
  expect(row?.value).toMatch(/^[0-9a-f]{16}$/);
  await store.close();
  const bytes = await readFile(folder.databaseFile);
  expect(bytes.includes(hex(secret))).toBe(false);
  expect(bytes.includes(Buffer.from(secret))).toBe(false);
});

describe("the secret of servers that share PostgreSQL", () => {
  test("the first start fixes a given secret for every machine", async () => {
    const place = await postgres.place();
    const [first, second] = [await tempStore(place), await tempStore(place)];
    const dataDir = join(await tempFolder(), "none");
    expect(hex(await loadSecret({ dataDir, given: HEX }, first.store))).toBe(HEX);
    expect(hex(await loadSecret({ dataDir, given: HEX }, second.store))).toBe(HEX);
    const message = await refusalOf(loadSecret({ dataDir, given: OTHER_HEX }, second.store));
    expect(message).toMatch(/ORACLE_SECRET is not the one this database was made with/);
    expect(message).not.toContain(OTHER_HEX);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("servers that start together with two secrets run with only one of them", async () => {
    const settings = settingsFor(await postgres.emptyPlace());
    const pairs = times(2, 3);
    const secrets = Array.from({ length: pairs }, () => [HEX, OTHER_HEX]).flat();
    const starts = await Promise.all(
      secrets.map((secret) => runScript(START, [], { ...settings, ORACLE_SECRET: secret })),
    );
    const running = starts.filter((start) => start.stdout !== "");
    expect(new Set(running.map((start) => start.stdout)).size).toBe(1);
    expect(running).toHaveLength(pairs);
    for (const { stderr } of starts.filter((start) => start.stdout === "")) {
      expect(stderr).toContain("ORACLE_SECRET is not the one this database was made with");
    }
  });
});

test("servers that start together agree on one secret", async () => {
  const dataDir = join(await tempFolder(), "data");
  const servers = times(3, 6);
  const starts = await Promise.all(
    Array.from({ length: servers }, () => runScript(START, [], { DATA_DIR: dataDir })),
  );
  expect(starts.map((start) => start.stderr)).toEqual(Array.from({ length: servers }, () => ""));
  expect(new Set(starts.map((start) => start.stdout)).size).toBe(1);
  expect(starts[0]?.stdout).toMatch(/^[0-9a-f]{64}$/);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});
