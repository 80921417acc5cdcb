import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import type { Transaction } from "./store.ts";
import { type Schema, TABLES } from "./tables.ts";

/** Reads the rows of a table, in any order. */
export type RowSource = (table: TableName) => Iterable<Row> | Promise<Iterable<Row>>;

export type TableName = keyof Schema;

/** The values of a row as text, which rounds no number, in the order of the table's columns. */
export type Row = readonly (string | null)[];

export const columnsOf = (table: TableName): readonly string[] => Object.keys(TABLES[table]);

/** The state of running servers, which is useless once they have stopped. */
export const TRANSIENT_TABLES: readonly TableName[] = ["lease"];

export const COPIED_TABLES = (Object.keys(TABLES) as TableName[]).filter(
  (name) => !TRANSIENT_TABLES.includes(name),
);

function selectSql(table: TableName): string {
  const values = columnsOf(table).map((name) => `cast("${name}" as text) as "${name}"`);
  return `select ${values.join(", ")} from "${table}"`;
}

export function sqliteRows(db: DatabaseSync): RowSource {
  return (table) => {
    const statement = db.prepare(selectSql(table));
    statement.setReturnArrays(true);
    // With `setReturnArrays` a row is an array, which the types do not reflect; casts leave text and null.
    return statement.iterate() as Iterable<unknown> as Iterable<Row>;
  };
}

export function postgresRows(transaction: Transaction): RowSource {
  return async (table) => {
    const select = sql.raw<Record<string, string | null>>(selectSql(table));
    return (await select.execute(transaction)).rows.map((row) => Object.values(row));
  };
}

/** The number of rows in all copied tables, and the sum of their SHA-256, which no order changes, in hexadecimal digits. */
export async function digestRows(source: RowSource): Promise<{ rows: number; digest: string }> {
  let [rows, sum] = [0, 0n];
  for (const table of COPIED_TABLES) {
    for (const row of await source(table)) {
      const hash = createHash("sha256").update(JSON.stringify([table, ...row]));
      sum += BigInt(`0x${hash.digest("hex")}`);
      rows += 1;
    }
  }
  return { rows, digest: sum.toString(16) };
}
