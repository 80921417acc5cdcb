import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { StorePlace } from "../../server/store/store.ts";
import { asAdmin, databaseUrl } from "./postgres.ts";
import { tempFile } from "./temp-store.ts";

/** A kind of database. What a test promises for one holds for all. */
export interface Engine {
  readonly name: string;
  /** A place for a database, empty, that lives as long as the test. */
  place(): Promise<StorePlace>;
}

export const sqlite: Engine = {
  name: "SQLite",
  place: async () => ({ file: await tempFile() }),
};

export const postgres: Engine = {
  name: "PostgreSQL",
  place: async () => ({ url: databaseUrl(inject("postgresPort"), await tempDatabase()) }),
};

export const engines = [sqlite, postgres];

/** The settings of a service, or of a command, whose database is there. */
export function settingsFor(place: StorePlace): Record<string, string> {
  return "file" in place ? { DATA_DIR: dirname(place.file) } : { DATABASE_URL: place.url };
}

/** Where a service with such settings has its database. */
export function placeIn({ DATA_DIR = "", DATABASE_URL }: Record<string, string>): StorePlace {
  return DATABASE_URL === undefined
    ? { file: join(DATA_DIR, "tableside.sqlite") }
    : { url: DATABASE_URL };
}

/** The name of an empty database that lives as long as the test. */
export async function tempDatabase(): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  const port = inject("postgresPort");
  await asAdmin(port, `create database ${name} owner tableside`);
  onTestFinished(() => asAdmin(port, `drop database ${name} with (force)`));
  return name;
}
