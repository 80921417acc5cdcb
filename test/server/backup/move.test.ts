import { existsSync } from "node:fs";
import { readFile, readdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseEnv } from "node:util";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { moveCommand } from "../../../server/cli/move.ts";
import { VERSION_TABLE } from "../../../server/store/make-tables.ts";
import { backedUpService } from "../../support/backed-up-service.ts";
import { callCommand, refusal, succeeded } from "../../support/command.ts";
import { write } from "../../support/database.ts";
import { postgres, settingsFor } from "../../support/engines.ts";
import { OTHER_SECRET_HEX, openTestService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { newVisitor, signedInVisitor } from "../../support/visitor.ts";
import type { Visitor } from "../../support/visitor.ts";

/** What somebody's browser shows of her key, revealed. */
async function revealed(visitor: Visitor): Promise<unknown> {
  const { data } = await visitor.see("dashboard", "/account/");
  const key = data.trial?.id ?? "";
  return (await visitor.send("dashboard", "/account/key/reveal/", { key })).data.trial;
}

/** Makes an account with a key in a service; gives what it is shown, and her cookies. */
async function livedIn(DATA_DIR: string) {
  const [service, end] = await openTestService({ env: { ORACLE_SECRET: "", DATA_DIR } });
  try {
    const ann = await signedInVisitor(service);
    await ann.post("/account/key/trial/");
    return { shown: await revealed(ann), cookies: ann.cookies };
  } finally {
    await end();
  }
}

interface Target {
  readonly url: string;
  readonly settings: string;
}

async function emptyTarget(): Promise<Target> {
  const { DATABASE_URL = "" } = settingsFor(await postgres.emptyPlace());
  return { url: DATABASE_URL, settings: join(await tempFolder(), "service.env") };
}

function move(env: Record<string, string>, { url, settings }: Target) {
  return callCommand(moveCommand, ["--to", url, "--settings", settings], env);
}

async function tablesAt(url: string): Promise<number> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query("select from pg_tables where schemaname = 'public'");
  await client.end();
  return rows.length;
}

test("keys, accounts and what was sealed go on after the move, with the settings that it wrote", async () => {
  const { dataDir: DATA_DIR } = await backedUpService();
  const before = await livedIn(DATA_DIR);
  const target = await emptyTarget();
  succeeded(await move({ DATA_DIR }, target));
  expect((await stat(target.settings)).mode & 0o777).toBe(0o600);
  const env = parseEnv(await readFile(target.settings, "utf8")) as Record<string, string>;
  expect(Object.keys(env).toSorted()).toEqual([
    "DATABASE_URL",
    "KEY_ENCRYPTION_KEY",
    "ORACLE_SECRET",
    "SIGNING_KEY",
  ]);
  const [service, end] = await openTestService({ env: { ...env, DATA_DIR } });
  onTestFinished(end);
  const ann = newVisitor(service);
  // Her session goes on as well.
  for (const [name, value] of before.cookies) {
    ann.cookies.set(name, value);
  }
  expect(await revealed(ann)).toEqual(before.shown);
  expect(before.shown).toMatchObject({ keyText: expect.stringMatching(/^tbs_live_\w{36}$/) });
});

test("the service that was moved does not start again on what it left", async () => {
  const { dataDir: DATA_DIR } = await backedUpService();
  await move({ DATA_DIR }, await emptyTarget());
  expect(await readdir(DATA_DIR)).toContain("tableside.sqlite.moved");
  const starting = openTestService({ env: { ORACLE_SECRET: "", DATA_DIR } });
  await expect(starting).rejects.toThrow("was moved to PostgreSQL. Set DATABASE_URL");
  const again = await move({ DATA_DIR }, await emptyTarget());
  expect(again.stderr).toContain("moved to PostgreSQL already");
});

test("a move that ended after the rows were there is finished by the next one", async () => {
  const { dataDir: DATA_DIR } = await backedUpService();
  const target = await emptyTarget();
  await move({ DATA_DIR }, target);
  const file = join(DATA_DIR, "tableside.sqlite");
  // As it was a moment before its end.
  await rename(`${file}.moved`, file);
  succeeded(await move({ DATA_DIR }, target));
  expect(existsSync(file)).toBe(false);
});

describe("refused, and neither database is touched:", () => {
  async function refused(env: Record<string, string>, target: Target): Promise<string> {
    const words = refusal(await move(env, target));
    expect(existsSync(join(env["DATA_DIR"] ?? "", "tableside.sqlite.moved"))).toBe(false);
    return words;
  }

  test("while the service runs", async () => {
    const { dataDir: DATA_DIR } = await backedUpService();
    const [, end] = await openTestService({ env: { ORACLE_SECRET: "", DATA_DIR } });
    onTestFinished(end);
    const target = await emptyTarget();
    expect(await refused({ DATA_DIR }, target)).toContain("a service runs on it. Stop");
    expect(await tablesAt(target.url)).toBe(0);
  });

  test("into a database that has other rows", async () => {
    const { dataDir: DATA_DIR } = await backedUpService();
    const { DATABASE_URL = "" } = settingsFor(await postgres.place());
    const target = { url: DATABASE_URL, settings: join(await tempFolder(), "e") };
    expect(await refused({ DATA_DIR }, target)).toContain("is not empty");
    expect(existsSync(target.settings)).toBe(false);
  });

  test("into a database of another program", async () => {
    const { dataDir: DATA_DIR } = await backedUpService();
    const target = await emptyTarget();
    const client = new Client(target.url);
    await client.connect();
    await client.query("create table theirs (x integer)");
    await client.end();
    expect(await refused({ DATA_DIR }, target)).toContain("belongs to another program");
  });

  test("with another secret", async () => {
    const { dataDir: DATA_DIR } = await backedUpService();
    const target = await emptyTarget();
    const env = { DATA_DIR, ORACLE_SECRET: OTHER_SECRET_HEX };
    expect(await refused(env, target)).toContain("not the one this database was made with");
    expect(await tablesAt(target.url)).toBe(0);
  });

  test("over a file of settings", async () => {
    const { dataDir: DATA_DIR } = await backedUpService();
    const target = await emptyTarget();
    await writeFile(target.settings, "PORT=1");
    expect(await refused({ DATA_DIR }, target)).toContain("not written over");
    expect(await tablesAt(target.url)).toBe(0);
  });

  test("a database of another version", async () => {
    const { dataDir: DATA_DIR } = await backedUpService();
    const db = new DatabaseSync(join(DATA_DIR, "tableside.sqlite"));
    db.exec(`update ${VERSION_TABLE} set version = 'another'`);
    db.close();
    expect(await refused({ DATA_DIR }, await emptyTarget())).toContain(
      "was made by another version",
    );
  });

  test("a database that lacks a table", async () => {
    const { dataDir: DATA_DIR } = await backedUpService();
    await write({ file: join(DATA_DIR, "tableside.sqlite") }, "drop table maintenance");
    const target = await emptyTarget();
    expect(await refused({ DATA_DIR }, target)).toContain("The database has no table maintenance");
    expect(await tablesAt(target.url)).toBe(0);
  });

  test("a row that PostgreSQL cannot hold, which is named by its table", async () => {
    const { dataDir: DATA_DIR } = await backedUpService();
    const db = new DatabaseSync(join(DATA_DIR, "tableside.sqlite"));
    db.exec("insert into maintenance (slug, since) values ('baccarat', 'soon')");
    db.close();
    const target = await emptyTarget();
    expect(await refused({ DATA_DIR }, target)).toContain("table maintenance");
    expect(await tablesAt(target.url)).toBe(0);
  });

  test("from PostgreSQL", async () => {
    const target = await emptyTarget();
    const env = { DATABASE_URL: target.url, DATA_DIR: await tempFolder() };
    expect(await refused(env, target)).toContain("this service is on PostgreSQL");
  });

  test("where no service is", async () => {
    expect(await refused({ DATA_DIR: await tempFolder() }, await emptyTarget())).toContain(
      "is no service in",
    );
  });

  test.each([[[]], [["--to", "x"]], [["--to", "mysql://a/b", "--settings", "c"]]])(
    "%j, which says too little",
    async (args) => {
      const ended = await callCommand(moveCommand, args, { DATA_DIR: await tempFolder() });
      expect(ended).toMatchObject({ code: 2, stdout: "" });
    },
  );
});
