import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/** Where the database is: a SQLite file, or the address of a PostgreSQL database. */
export type StorePlace = { readonly file: string } | { readonly url: string };

/**
 * Everything the service keeps. There is one a process, because Kysely takes turns per instance.
 * Queries throw a StoreError, in words and without a password, where the database is at fault.
 */
export interface Store {
  readonly db: Kysely<Schema>;
  close(): Promise<void>;
}
