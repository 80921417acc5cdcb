import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { postgres, settingsFor } from "../support/engines.ts";
import { programFolder } from "../support/postgres.ts";
import { OTHER_SECRET_HEX, SECRET_HEX } from "../support/service.ts";
import { tempFolder } from "../support/temp-store.ts";
import type { Lived } from "./life.ts";
import type { Answers } from "./questions.ts";

/*
 * The data of each released version, as that version wrote it, and what it said of it:
 * fixtures/<version>/<kind>/, with the data folder in data/, and dump.sql beside it on PostgreSQL. They never
 * change.
 */

const FOLDER = fileURLToPath(new URL("fixtures/", import.meta.url));

export const KINDS = ["sqlite", "postgres"] as const;
export type Kind = (typeof KINDS)[number];

/** A life and what was said of it. */
export interface Record {
  readonly lived: Lived;
  readonly answers: Answers;
}

/** Where a service has its data, as settings. */
export type Env = Readonly<globalThis.Record<string, string>>;

/** The versions whose data is kept. */
export const versions = () => readdir(FOLDER);

export const isKept = (version: string) => existsSync(join(FOLDER, version));

/** A place for new data of a kind, and the settings of a service on it. Lives as long as the test. */
export async function newPlace(kind: Kind): Promise<Env> {
  const DATA_DIR = join(await tempFolder(), "data");
  await mkdir(DATA_DIR, { mode: 0o700 });
  if (kind === "sqlite") {
    // The first start makes the secrets itself.
    return { DATA_DIR, ORACLE_SECRET: "" };
  }
  const secrets = { ORACLE_SECRET: SECRET_HEX, SIGNING_KEY: OTHER_SECRET_HEX };
  return { DATA_DIR, ...settingsFor(await postgres.emptyPlace()), ...secrets };
}

/** Copies data to a place where it may be changed. */
export async function copyOf(kind: Kind, env: Env): Promise<Env> {
  const copy = await newPlace(kind);
  await copyFolder(env["DATA_DIR"] ?? "", copy["DATA_DIR"] ?? "");
  if (kind === "postgres") {
    await restore(copy, await dump(env));
  }
  return copy;
}

/** Keeps data for good. */
export async function keep(version: string, kind: Kind, env: Env, record: Record): Promise<void> {
  const folder = join(FOLDER, version, kind);
  await mkdir(folder, { recursive: true });
  await copyFolder(env["DATA_DIR"] ?? "", join(folder, "data"));
  await writeFile(join(folder, "record.json"), `${JSON.stringify(record, null, 1)}\n`);
  if (kind === "postgres") {
    await writeFile(join(folder, "dump.sql"), await dump(env));
  }
}

/** Lays out kept data, as somebody who upgrades has it, and gives what its version said of it. */
export async function layOut(version: string, kind: Kind): Promise<{ env: Env } & Record> {
  const folder = join(FOLDER, version, kind);
  const env = await newPlace(kind);
  await copyFolder(join(folder, "data"), env["DATA_DIR"] ?? "");
  if (kind === "postgres") {
    await restore(env, await readFile(join(folder, "dump.sql"), "utf8"));
  }
  const record = JSON.parse(await readFile(join(folder, "record.json"), "utf8")) as Record;
  return { env, ...record };
}

/** Git keeps no modes, and a service wants its data for its owner alone. */
async function copyFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
  await chmod(to, 0o700);
  for (const file of await readdir(to)) {
    await chmod(join(to, file), 0o600);
  }
}

/** A database as statements that any later PostgreSQL understands. */
async function dump({ DATABASE_URL = "" }: Env): Promise<string> {
  const program = join(await programFolder(), "pg_dump");
  const options = ["--inserts", "--no-owner", "--no-privileges", "--no-comments"];
  const { stdout } = await promisify(execFile)(program, [...options, `--dbname=${DATABASE_URL}`], {
    maxBuffer: 2 ** 26,
  });
  // What only psql understands, what only this release sets, and remarks.
  return stdout.replaceAll(/^(?:\\|SET |--).*\n/gm, "").replaceAll(/\n{2,}/g, "\n");
}

async function restore({ DATABASE_URL = "" }: Env, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client.query(statements);
  await client.end();
}
