import type { Kysely, Transaction } from "kysely";
import type { Schema } from "./tables.ts";

/** Where the database is: a SQLite file, or the address of a PostgreSQL database. */
export type StorePlace = { readonly file: string } | { readonly url: string };

/** `make` makes the database where there is none, and `open` refuses that. */
export type Opening = "make" | "open";

/**
 * Everything the service stores. A process has one, because Kysely serializes transactions per instance.
 * Queries throw a StoreError, in words and without a password, when the database is at fault.
 */
export interface Store {
  /** Writes here are on the disk before they return, so their result may be promised to somebody. */
  readonly db: Kysely<Schema>;
  /** Whether the database has a clock of its own. SQLite's is this machine's. */
  readonly tellsTime: boolean;
  /** The same tables for counts, heartbeats and the like: a power cut may lose the latest writes. */
  readonly lazyDb: Kysely<Schema>;
  /**
   * Whether what is written arrives in the database that was opened, as far as can be known without a
   * write.
   *
   * @throws StoreError when it was deleted, replaced, overwritten or cut off, or may only be read.
   */
  check(): Promise<void>;
  /**
   * Runs work that alters tables: wholly or not at all, and beside nobody else who alters them. It may take
   * its time, and be begun anew where others hold a table.
   */
  alter<T>(work: (within: Transaction<Schema>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
