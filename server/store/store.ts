import { type Kysely, sql } from "kysely";
import type { Schema } from "./tables.ts";

/** The location of the database: a SQLite file, or the address of a PostgreSQL database. */
export type StorePlace = { readonly file: string } | { readonly url: string };

/** `make` creates a missing database, and `open` refuses it. */
export type Opening = "make" | "open";

/** The data of the service. Queries throw a StoreError, without a password, if the database is at fault. */
export interface Store {
  /** Writes are on disk before they return, so their result may be promised. */
  readonly db: Kysely<Schema>;
  /** The same tables for counts and similar data: a power cut may lose the latest writes. */
  readonly lazyDb: Kysely<Schema>;
  /** Whether the database has a clock of its own; SQLite uses this machine's. */
  readonly hasOwnClock: boolean;
  /** @throws StoreError when the opened database is gone or read-only. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The database's clock, epoch ms with fractions. */
export async function databaseTime({ db }: Pick<Store, "db">): Promise<number> {
  const clock = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`;
  const { now } = await db.selectNoFrom(clock.as("now")).executeTakeFirstOrThrow();
  return now;
}
