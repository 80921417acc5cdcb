import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { inspect } from "node:util";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { openOwnStore, openStore } from "../../../server/store/open-store.ts";
import { publishChange, readRevision, serialized } from "../../../server/store/serialized.ts";
import { describeFault } from "../../../server/store/store-error.ts";
import type { StoreError } from "../../../server/store/store-error.ts";
import { tempDatabase } from "../../support/engines.ts";
import { listenOn } from "../../support/free-port.ts";
import { asAdmin, databaseUrl, MIGRATED, PASSWORD } from "../../support/postgres.ts";
import { faultOf as storeFault, tempFolder, tempStore } from "../../support/temp-store.ts";
import { weakLink } from "../../support/weak-link.ts";

async function freshUrl(): Promise<string> {
  return databaseUrl(inject("postgresPort"), await tempDatabase());
}

async function within(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) {
    await client.query(statement);
  }
  await client.end();
}

/** The fault of a store, which does not contain a password in any output format, including its cause. */
async function faultOf(work: Promise<unknown>): Promise<StoreError> {
  const error = await storeFault(work);
  expect(inspect(error, { depth: 9 })).not.toContain(PASSWORD);
  expect(inspect(error, { depth: 9 })).not.toContain(encodeURIComponent(PASSWORD));
  return error;
}

async function tablesOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::int as n from pg_tables where schemaname = 'public'",
  );
  await client.end();
  return (rows[0] as { n: number }).n;
}

test("the database tables can be in a schema of their own", async () => {
  const url = await freshUrl();
  await within(url, "create table tableside (name text)", "create schema tableside");
  const own = `${url}?options=${encodeURIComponent("-c search_path=tableside")}`;
  const { store } = await tempStore({ url: own });
  expect(await readRevision(store)).toBe(0);
  expect(await tablesOf(url)).toBe(1);
});

describe("an unusable PostgreSQL database", () => {
  // Cause: with a mistyped database name, a service started without its keys and accounts, and reported ok.
  test("a service that has signed headers refuses an empty database", async () => {
    const url = await freshUrl();
    const dataDir = await tempFolder();
    await writeFile(join(dataDir, "signed-headers.ndjson"), "");
    const opened = () => openOwnStore({ databaseUrl: url, dataDir });
    await expect(opened()).rejects.toThrow(/is empty, but .*signed-headers\.ndjson/);
    expect(await tablesOf(url)).toBe(0);
    // As `maintenance -- on --create` does, if the database is lost permanently.
    await (await openStore({ url })).close();
    await (await opened()).close();
  });

  test("another program's database is left unchanged", async () => {
    const url = await freshUrl();
    await within(url, "create table songs (title text)");
    const error = await faultOf(openStore({ url }));
    expect(error.fault).toBe("foreign");
    expect(error.message).toMatch(/^The database test_\w+ on 127\.0\.0\.1:\d+ belongs to another/);
    expect(await tablesOf(url)).toBe(1);
  });

  const port = () => inject("postgresPort");
  test.each<[string, () => Promise<string>, string, RegExp]>([
    [
      "a wrong password",
      async () => databaseUrl(port(), await tempDatabase(), `${PASSWORD}!`),
      "refused",
      /denies access/,
    ],
    [
      "a missing password",
      async () => `postgres://tableside@127.0.0.1:${port()}/${await tempDatabase()}`,
      "refused",
      /requires a password/,
    ],
    [
      "a missing database",
      async () => databaseUrl(port(), "nowhere"),
      "refused",
      /^The database nowhere on .* does not exist/,
    ],
    [
      "a user who may not create tables",
      async () => {
        const name = await tempDatabase();
        await asAdmin(port(), `alter database ${name} owner to postgres`);
        return databaseUrl(port(), name);
      },
      "refused",
      /must own the database/,
    ],
    [
      "a user without any schema",
      async () => `${await freshUrl()}?options=${encodeURIComponent("-c search_path=nowhere")}`,
      "refused",
      /denies access/,
    ],
    [
      "a read-only server",
      async () =>
        `${await freshUrl()}?options=${encodeURIComponent("-c default_transaction_read_only=on")}`,
      "read-only",
      /is read-only: it is a standby/,
    ],
    [
      "a server without free connections",
      async () => {
        const name = await tempDatabase();
        await asAdmin(port(), `alter database ${name} connection limit 0`);
        return databaseUrl(port(), name);
      },
      "busy",
      /does not accept more connections.*max_connections/,
    ],
    [
      "an unreachable server",
      async () => databaseUrl(9, "tableside"),
      "unreachable",
      /^The database tableside on 127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/,
    ],
    [
      "a server without the required TLS",
      async () => `${await freshUrl()}?sslmode=verify-full`,
      "unreachable",
      /cannot be reached \(The server does not support SSL connections\)/,
    ],
  ])("the service explains %s", async (_, url, fault, words) => {
    const error = await faultOf(openStore({ url: await url() }));
    expect(error.fault).toBe(fault);
    expect(error.message).toMatch(words);
  });

  test("a database server that accepts the connection but does not respond is refused", async () => {
    const silent = createServer();
    onTestFinished(() => void silent.close());
    const url = databaseUrl(await listenOn(silent), "tableside");
    const error = await faultOf(openStore({ url }));
    expect(error.fault).toBe("unreachable");
    expect(error.message).toMatch(/cannot be reached \(.*timeout\)/);
  });
});

describe("a lost database connection", () => {
  async function startStore(query = "") {
    const database = await tempDatabase(MIGRATED);
    const link = await weakLink(databaseUrl(inject("postgresPort"), database));
    const url = `${databaseUrl(Number(new URL(link.url).port), database)}${query}`;
    return { ...(await tempStore({ url })), link };
  }

  test("a lost connection is reopened automatically", async () => {
    const { store, link } = await startStore();
    link.mode = "is cut";
    expect((await faultOf(readRevision(store))).fault).toBe("unreachable");
    link.mode = "passes";
    expect(await readRevision(store)).toBe(0);
  });

  test("a silent connection is never reused", async () => {
    // Less than the service waits, and more than any response takes on a busy machine.
    const { store, link } = await startStore("?query_timeout=2500");
    link.mode = "is silent";
    expect((await faultOf(readRevision(store))).fault).toBe("unreachable");
    link.mode = "passes";
    expect(await readRevision(store)).toBe(0);
    expect(await readRevision(store)).toBe(0);
  });

  test("a connection lost in a transaction rolls it back", async () => {
    const { store, link } = await startStore();
    const broken = serialized(store, async (transaction) => {
      await transaction.insertInto("maintenance").values({ slug: "baccarat", since: 1 }).execute();
      link.mode = "is cut";
      await sql`select 1`.execute(transaction);
    });
    await faultOf(broken);
    link.mode = "passes";
    await serialized(store, publishChange);
    expect(await readRevision(store)).toBe(1);
    expect(await store.db.selectFrom("maintenance").selectAll().execute()).toEqual([]);
  });
});

test("a database server that becomes read-only while in use is reported as read-only", async () => {
  const url = await freshUrl();
  const { store } = await tempStore({ url });
  await store.check();
  const name = new URL(url).pathname.slice(1);
  const statement = `alter database ${name} set default_transaction_read_only = on`;
  await asAdmin(inject("postgresPort"), statement);
  const { store: later } = await tempStore({ url });
  const fault = await faultOf(later.check());
  expect(fault.message).toMatch(/a standby, or was set to read-only/);
  // Cause: /healthz asked for a restore, unlike the log.
  expect(describeFault(fault).remedy).toMatch(/permissions of its file\. .* primary server/);
});
