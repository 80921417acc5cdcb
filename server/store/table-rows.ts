import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import type { Transaction } from "./store.ts";
import { INDEXES, type Schema, TABLES } from "./tables.ts";

/** Reads the rows of a table in the order of its keys, as one unchanging snapshot. */
export type RowSource = (table: TableName) => AsyncIterable<readonly Row[]>;

export type TableName = keyof Schema;

/** The values of a row as text, in the order of the table's columns. */
export type Row = readonly (string | null)[];

export const columnsOf = (table: TableName): readonly string[] => Object.keys(TABLES[table]);

/** The state of running servers, which is useless once they have stopped. */
export const TRANSIENT_TABLES: readonly TableName[] = ["lease"];

export const COPIED_TABLES = (Object.keys(TABLES) as TableName[]).filter(
  (name) => !TRANSIENT_TABLES.includes(name),
);

const BATCH_ROWS = 1_000;

/** Selects all rows as text in the order of the key. Every database orders text by its bytes. */
function selectSql(
  table: TableName,
  toText: (column: string) => string,
  collation: string,
): string {
  const columns = Object.entries(TABLES[table]);
  const inKey = INDEXES[table]?.find((index) => index.startsWith("primary key"))?.match(/\w+/g);
  const key = columns
    .filter(([name, { sql: type }]) => type.includes("primary key") || inKey?.includes(name))
    .map(([name, { sql: type }]) => `t."${name}"${type.startsWith("text") ? collation : ""}`);
  const values = columns.map(([name]) => toText(`t."${name}"`));
  return `select ${values.join(", ")} from "${table}" as t order by ${key.join(", ")}`;
}

export function sqliteRows(db: DatabaseSync): RowSource {
  return async function* rowsOf(table) {
    const statement = db.prepare(selectSql(table, (column) => `cast(${column} as text)`, ""));
    statement.setReturnArrays(true);
    let batch: Row[] = [];
    // With `setReturnArrays` a row is an array, which the types do not reflect; casts leave text and null.
    for (const row of statement.iterate() as Iterable<unknown> as Iterable<Row>) {
      batch.push(row);
      if (batch.length === BATCH_ROWS) {
        yield batch;
        batch = [];
      }
    }
    yield batch;
  };
}

export function postgresRows(transaction: Transaction): RowSource {
  return async function* rowsOf(table) {
    const select = selectSql(table, (column) => `${column}::text`, ' collate "C"')
      .replace("select ", "select array[")
      .replace(` from "${table}"`, `] as cells from "${table}"`);
    await sql`declare rows no scroll cursor for ${sql.raw(select)}`.execute(transaction);
    for (let isMore = true; isMore;) {
      const fetched = sql<{ cells: Row }>`fetch forward ${sql.lit(BATCH_ROWS)} from rows`;
      const { rows } = await fetched.execute(transaction);
      yield rows.map(({ cells }) => cells);
      isMore = rows.length === BATCH_ROWS;
    }
    await sql`close rows`.execute(transaction);
  };
}

/** SHA-256 over the rows of all copied tables, in hexadecimal digits. */
export async function digestRows(source: RowSource): Promise<{ rows: number; digest: string }> {
  const hash = createHash("sha256");
  let rows = 0;
  for (const table of COPIED_TABLES) {
    hash.update(`${table}\n`);
    for await (const batch of source(table)) {
      rows += batch.length;
      for (const row of batch) {
        hash.update(`${JSON.stringify(row)}\n`);
      }
    }
  }
  return { rows, digest: hash.digest("hex") };
}
