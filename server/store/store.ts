import { type Kysely, sql } from "kysely";
import type { Schema } from "./tables.ts";

/** Where the database is: a SQLite file, or the address of a PostgreSQL database. */
export type StorePlace = { readonly file: string } | { readonly url: string };

/** `make` makes the database where there is none, and `open` refuses that. */
export type Opening = "make" | "open";

/** Everything the service stores. Queries throw a StoreError, without a password, when the database is at fault. */
export interface Store {
  /** Writes here are on the disk before they return, so their result may be promised to somebody. */
  readonly db: Kysely<Schema>;
  /** The same tables for counts and the like: a power cut may lose the latest writes. */
  readonly lazyDb: Kysely<Schema>;
  /** Whether the database has a clock of its own. SQLite's is this machine's. */
  readonly tellsTime: boolean;
  /** @throws StoreError when the database that was opened is gone, or may only be read. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The database's clock, epoch ms with fractions. */
export async function databaseTime({ db }: Pick<Store, "db">): Promise<number> {
  const clock = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`;
  const { now } = await db.selectNoFrom(clock.as("now")).executeTakeFirstOrThrow();
  return now;
}
