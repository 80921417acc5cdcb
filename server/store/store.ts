import { sql } from "kysely";
import type { Kysely, Selectable, Transaction as SchemaTransaction } from "kysely";
import type { Schema } from "./tables.ts";

export type Db = Kysely<Schema>;
export type Transaction = SchemaTransaction<Schema>;
export type StoredRow<Table extends keyof Schema> = Readonly<Selectable<Schema[Table]>>;

/** A SQLite file, or the URL of a PostgreSQL database. */
export type StorePlace = { readonly file: string } | { readonly url: string };

/** `make` creates a missing database; `open` throws. */
export type Opening = "make" | "open";

/** The data of the service. Queries throw a StoreError, without a password, if the database is at fault. */
export interface Store {
  /** Writes are on disk before they return, so their result may be promised. */
  readonly db: Db;
  /** The same tables for counts and similar data: a power cut may lose the latest writes. */
  readonly lazyDb: Db;
  /** Whether the database has a clock of its own; SQLite uses this machine's. */
  readonly hasOwnClock: boolean;
  /** @throws StoreError if the opened database is gone or read-only. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The time of the database, epoch ms, with fractions. */
export async function databaseTime({ db }: Pick<Store, "db">): Promise<number> {
  const clock = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`;
  const { now } = await db.selectNoFrom(clock.as("now")).executeTakeFirstOrThrow();
  return now;
}

type Fact = StoredRow<"meta">["name"];

/** Reads a fact; undefined if it is not stored yet. */
export async function readFact({ db }: Pick<Store, "db">, name: Fact): Promise<string | undefined> {
  const row = await db
    .selectFrom("meta")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.value;
}

/** Stores a fact, unless it is already stored. Returns the stored value. */
export async function claimFact(
  store: Store,
  name: Fact,
  value: string,
): Promise<string | undefined> {
  await store.db
    .insertInto("meta")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return readFact(store, name);
}
