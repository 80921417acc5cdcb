import { createHash } from "node:crypto";
import { sql } from "kysely";
import { StoreError } from "./store-error.ts";
import type { Transaction } from "./store.ts";
import { INDEXES, type Schema, TABLES } from "./tables.ts";

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
const VERSION = createHash("sha256").update(STATEMENTS.join(";")).digest("hex").slice(0, 16);

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
  for (const statement of STATEMENTS) {
    await run(statement);
  }
  await transaction.insertInto("meta").values({ name: "revision", value: "0" }).execute();
  await run(`insert into ${VERSION_TABLE} values ('${VERSION}')`);
}
