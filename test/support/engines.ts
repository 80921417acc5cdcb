import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { StorePlace } from "../../server/store/store.ts";
import { isFull } from "./effort.ts";
import { asAdmin, databaseUrl, MIGRATED } from "./postgres.ts";
import { migratedPlace, tempFile } from "./temp-store.ts";

/** A database engine. A test's promise for one engine applies to all. */
export interface Engine {
  readonly name: string;
  /** An empty database with its tables, whose creation takes longer than most tests; for the duration of the test. */
  place(): Promise<StorePlace>;
  /** A location where no service has ever started, for the duration of the test. */
  emptyPlace(): Promise<StorePlace>;
}

export const sqlite: Engine = {
  name: "SQLite",
  place: migratedPlace,
  emptyPlace: async () => ({ file: await tempFile() }),
};

export const postgres: Engine = {
  name: "PostgreSQL",
  place: async () => placeOf(await tempDatabase(MIGRATED)),
  emptyPlace: async () => placeOf(await tempDatabase()),
};

/** For promises about the databases themselves, and about money under load. */
export const bothEngines = [sqlite, postgres];

/** For all other stored data: SQLite in `npm test`, PostgreSQL in `npm run test:full`. */
export const engines = isFull ? [postgres] : [sqlite];

/** The same location for a test with many queries at once: on a busy machine, the last one waits long. */
export function patient(place: StorePlace): StorePlace {
  return "file" in place ? place : { url: `${place.url}?connect_timeout=120` };
}

function placeOf(database: string): StorePlace {
  return { url: databaseUrl(inject("postgresPort"), database) };
}

const SIGNING_KEY = "e1edd0189a8a00f14718590c673f7ab52edc7077a395d828039cc8e0d0eec459";

export function settingsFor(place: StorePlace): Record<string, string> {
  return "file" in place
    ? { DATA_DIR: dirname(place.file) }
    : { DATABASE_URL: place.url, SIGNING_KEY };
}

export function placeIn({ DATA_DIR = "", DATABASE_URL }: Record<string, string>): StorePlace {
  return DATABASE_URL === undefined
    ? { file: join(DATA_DIR, "tableside.sqlite") }
    : { url: DATABASE_URL };
}

/** The name of a database for the duration of the test: a copy of `template`, empty by default. */
export async function tempDatabase(template = "template1"): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const port = inject("postgresPort");
  await asAdmin(
    port,
    `create database ${name} owner tableside template ${template} strategy file_copy`,
  );
  onTestFinished(() => asAdmin(port, `drop database ${name} with (force)`));
  return name;
}
