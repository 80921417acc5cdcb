import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { Kysely, PostgresDialect } from "kysely";
import type { Transaction } from "kysely";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { readBackup } from "../../../server/cli/backup-file.ts";
import { backupCommand } from "../../../server/cli/backup.ts";
import { createPool } from "../../../server/store/postgres.ts";
import { digestRows, postgresRows, sqliteRows } from "../../../server/store/table-rows.ts";
import type { Schema } from "../../../server/store/tables.ts";
import { callCommand, succeeded } from "../../support/command.ts";
import { postgres, settingsFor } from "../../support/engines.ts";
import { listenOn } from "../../support/free-port.ts";
import { programEnv } from "../../support/program-env.ts";
import { openTestService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const KILLS = 6;
/** Enough for several batches. */
const ROWS = 5_000;

let house: Promise<string> | undefined;

async function houseFolder(): Promise<string> {
  const DATA_DIR = join(await tempFolder(), "data");
  await cp(await (house ??= makeHouse()), DATA_DIR, { recursive: true });
  return DATA_DIR;
}

async function makeHouse(): Promise<string> {
  const DATA_DIR = join(await mkdtemp(join(tmpdir(), "tableside-house-")), "data");
  const [, end] = await openTestService({ env: { ORACLE_SECRET: "", DATA_DIR } });
  await end();
  const db = new DatabaseSync(join(DATA_DIR, "tableside.sqlite"));
  db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
    insert into usage_day (key_id, day, what, count) select 'key ' || i, i, 'page', 1 from n`);
  db.close();
  return DATA_DIR;
}

afterAll(async () => {
  await rm(dirname((await house) ?? join(tmpdir(), "tableside-none", "data")), {
    recursive: true,
    force: true,
  });
});

async function rowsIn(file: string) {
  const db = new DatabaseSync(file);
  try {
    return await digestRows(sqliteRows(db));
  } finally {
    db.close();
  }
}

function start(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ["server/cli/backup.ts", ...args], {
    cwd: ROOT,
    env: { ...programEnv, ...env },
    stdio: "ignore",
  });
  const ended = once(child, "close").then(() => child.exitCode);
  return { kill: () => void child.kill("SIGKILL"), ended };
}

async function killAt(
  changes: number,
  folder: string,
  run: () => ReturnType<typeof start>,
): Promise<boolean> {
  let count = 0;
  const watcher = watch(folder);
  const process = run();
  watcher.on("change", () => {
    count += 1;
    if (count === changes) {
      process.kill();
    }
  });
  const code = await process.ended;
  watcher.close();
  return code === null;
}

test("a killed backup does not leave an incomplete file", async () => {
  const DATA_DIR = await houseFolder();
  const expected = await rowsIn(join(DATA_DIR, "tableside.sqlite"));
  const folder = await tempFolder();
  let killed = 0;
  for (let changes = 1; changes <= KILLS; changes++) {
    const file = join(folder, `${changes}.backup`);
    killed += Number(await killAt(changes, folder, () => start(["make", file], { DATA_DIR })));
    if (existsSync(file)) {
      await readBackup(file);
    } else {
      succeeded(await callCommand(backupCommand, ["make", file], { DATA_DIR }));
    }
    expect(await rowsIn(file)).toEqual(expected);
  }
  expect(killed).toBeGreaterThan(1);
});

test("an interrupted restore can be rerun", async () => {
  const house = await houseFolder();
  const expected = await rowsIn(join(house, "tableside.sqlite"));
  const backup = join(await tempFolder(), "b");
  succeeded(await callCommand(backupCommand, ["make", backup], { DATA_DIR: house }));
  let killed = 0;
  for (let changes = 1; changes <= KILLS; changes++) {
    const DATA_DIR = join(await tempFolder(), "data");
    await mkdir(DATA_DIR);
    const run = () => start(["restore", backup], { DATA_DIR });
    killed += Number(await killAt(changes, DATA_DIR, run));
    const file = join(DATA_DIR, "tableside.sqlite");
    if (!existsSync(file)) {
      succeeded(await callCommand(backupCommand, ["restore", backup], { DATA_DIR }));
    }
    expect(await rowsIn(file)).toEqual(expected);
  }
  expect(killed).toBeGreaterThan(1);
});

/** A proxy that reports each message to the server. */
async function countingProxy(toPort: number, onMessage: (count: number) => void) {
  let count = 0;
  const server = createServer((near) => {
    const far = connect(toPort, "127.0.0.1");
    near.on("error", () => {}).on("data", () => onMessage((count += 1)));
    far.on("error", () => {});
    near.pipe(far).pipe(near);
    // Closes connections as the operating system does when a process is killed.
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  onTestFinished(() => void server.close());
  return { port: await listenOn(server), sent: () => count };
}

test("a killed move can be completed by the next attempt", async () => {
  const through = async (url: string, onMessage: (count: number) => void) => {
    const proxy = await countingProxy(Number(new URL(url).port), onMessage);
    const proxied = new URL(url);
    proxied.port = String(proxy.port);
    return { url: proxied.href, sent: proxy.sent };
  };
  const emptyUrl = async () => settingsFor(await postgres.emptyPlace())["DATABASE_URL"] ?? "";

  async function move(killAtMessage: number): Promise<{ sent: number; killed: boolean }> {
    const DATA_DIR = await houseFolder();
    const file = join(DATA_DIR, "tableside.sqlite");
    const expected = await rowsIn(file);
    const url = await emptyUrl();
    let moving: ReturnType<typeof start> | undefined;
    const proxied = await through(url, (count) => count === killAtMessage && moving?.kill());
    moving = start(["move"], { DATA_DIR, DATABASE_URL: proxied.url });
    const code = await moving.ended;
    // If killed on the very last message, the move might be complete.
    const isThere = existsSync(file);
    expect(isThere ? await rowsIn(file) : expected).toEqual(expected);
    if (isThere) {
      succeeded(await callCommand(backupCommand, ["move"], { DATA_DIR, DATABASE_URL: url }));
    }
    expect(existsSync(file)).toBe(false);
    const pool = createPool(url, { connections: 1, statementMs: 60_000 });
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
    const rows = (transaction: Transaction<Schema>) => digestRows(postgresRows(transaction));
    expect(await db.transaction().execute(rows)).toEqual(expected);
    await db.destroy();
    return { sent: proxied.sent(), killed: code === null };
  }

  const whole = await move(Infinity);
  expect(whole.killed).toBe(false);
  let killed = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    killed += Number((await move(Math.ceil((whole.sent * kill) / KILLS))).killed);
  }
  expect(killed).toBeGreaterThan(1);
});
