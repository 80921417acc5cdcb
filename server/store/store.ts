import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** Where the database is: a SQLite file, or the address of a PostgreSQL database. */
export type StorePlace = { readonly file: string } | { readonly url: string };

/**
 * Everything the service keeps. There is one a process, because Kysely takes turns per instance.
 * Queries throw a StoreError, in words and without a password, where the database is at fault.
 */
export interface Store {
  /** What is written here is on the disk before the answer: it may be promised to somebody. */
  readonly db: Kysely<Schema>;
  /** Whether the database tells a time of its own. SQLite's is this machine's, which is no witness. */
  readonly tellsTime: boolean;
  /** The same tables, for counts, signs of life and the like: the latest of them may be gone after a power cut. */
  readonly lazyDb: Kysely<Schema>;
  /**
   * Whether what is written arrives in the database that was opened, as far as can be told without a
   * write.
   *
   * @throws StoreError when it was deleted, replaced or cut off, or may only be read.
   */
  check(): Promise<void>;
  close(): Promise<void>;
}
