import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Kysely } from "kysely";
import { NodeSqliteDialect, type OpenFile } from "./sqlite-dialect.ts";
import { runStatement } from "./sqlite-statement.ts";
import type { Schema } from "./tables.ts";

/** Opens a SQLite file that stays as it is, and makes none beside it. */
export function openForReading(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  // Without a log nobody has it open. SQLite would make one to read it, and leave it there.
  address.search = existsSync(`${file}-wal`) ? "" : "?immutable=1";
  return new DatabaseSync(address, { readOnly: true, timeout: 5_000 });
}

/** Asks a database that is open already; nothing can be written this way. */
export function queriesOf(handle: DatabaseSync): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new NodeSqliteDialect(onlyRead(handle), "full") });
}

function onlyRead(handle: DatabaseSync): OpenFile {
  return {
    read: async (sql, parameters) => runStatement(handle, sql, parameters, true),
    write: refuse,
    writeLock: refuse,
    begin: refuse,
    commit: refuse,
    rollback: refuse,
  };
}

function refuse(): never {
  throw new Error("This database is open to be looked at only.");
}
