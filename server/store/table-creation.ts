import { createHash } from "node:crypto";
import { PostgresAdapter, sql } from "kysely";
import { StoreError } from "./store-error.ts";
import type { Transaction } from "./store.ts";
import { APPEND_ONLY, INDEXES, type Schema, TABLES } from "./tables.ts";

/** The table whose only row names the version of all tables. A database without this table is not ours. */
export const VERSION_TABLE = "tableside";

export const SELECT_VERSION = `select version from ${VERSION_TABLE}`;

const STATEMENTS: readonly string[] = Object.entries(TABLES).flatMap(([name, columns]) => {
  const indexes = INDEXES[name as keyof Schema] ?? [];
  const isKey = (index: string) => index.startsWith("primary key");
  const lines = Object.entries(columns).map(([column, type]) => `"${column}" ${type.sql}`);
  return [
    `create table "${name}" (${[...lines, ...indexes.filter(isKey)].join(", ")})`,
    ...indexes
      .filter((index) => !isKey(index))
      .map((index, at) => {
        const [, unique = "", on] = /^(unique )?(.*)$/.exec(index) ?? [];
        return `create ${unique}index "${name}_${at + 1}" on "${name}" ${on}`;
      }),
  ];
});

/** The version of the tables, which changes with every change to a table. */
const VERSION = createHash("sha256")
  .update([...STATEMENTS, JSON.stringify(APPEND_ONLY)].join(";"))
  .digest("hex")
  .slice(0, 16);

/**
 * @param rows the result of `SELECT_VERSION`.
 * @param place the database's name in messages.
 * @returns whether the tables exist.
 * @throws StoreError if they have another version.
 */
export function hasTables(rows: readonly unknown[], place: string): boolean {
  const [row] = rows as readonly { version?: unknown }[];
  if (row !== undefined && row.version !== VERSION) {
    throw new StoreError(
      "version",
      `${place} was made by a different version of Tableside: its tables have version ${String(row.version)}, and this version needs ${VERSION}. Start that version or restore a backup made by this version.`,
    );
  }
  return row !== undefined;
}

/**
 * Creates all tables or, if they exist, none.
 *
 * @param transaction a transaction during which no other process alters tables.
 */
export async function createTables(transaction: Transaction): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(transaction);
  await run(`create table if not exists ${VERSION_TABLE} (version text primary key not null)`);
  if ((await run(SELECT_VERSION)).rows.length > 0) {
    return;
  }
  const isPostgres = transaction.getExecutor().adapter instanceof PostgresAdapter;
  const guards = Object.entries(APPEND_ONLY).flatMap(([name, free]) => {
    const fixed = Object.keys(TABLES[name as keyof Schema]).filter((each) => !free.includes(each));
    const update = `update of ${fixed.map((column) => `"${column}"`).join(", ")}`;
    return isPostgres ? postgresGuard(name, update) : sqliteGuard(name, update);
  });
  for (const statement of [...STATEMENTS, ...guards]) {
    await run(statement);
  }
  await transaction.insertInto("meta").values({ name: "revision", value: "0" }).execute();
  await run(`insert into ${VERSION_TABLE} values ('${VERSION}')`);
}

function postgresGuard(name: string, update: string): readonly string[] {
  return [
    `create function ${name}_append_only() returns trigger language plpgsql as
      $$ begin raise exception 'table ${name} is append-only'; end $$`,
    `create trigger ${name}_append_only before ${update} or delete or truncate on "${name}"
      for each statement execute function ${name}_append_only()`,
  ];
}

function sqliteGuard(name: string, update: string): readonly string[] {
  return [update, "delete"].map(
    (change) => `create trigger ${name}_no_${change.slice(0, 6)} before ${change} on "${name}"
      begin select raise(abort, 'table ${name} is append-only'); end`,
  );
}
