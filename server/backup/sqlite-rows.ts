import type { DatabaseSync } from "node:sqlite";
import { BATCH_ROWS, keyOf, quoted } from "./tables.ts";
import type { Row, RowSource, Table } from "./tables.ts";

/** The rows of a SQLite database. Whoever gives it keeps others from writing, or holds a transaction open. */
export function sqliteRows(db: DatabaseSync): RowSource {
  return {
    async *rows(table) {
      const columns = table.columns.map(({ name }) => `cast(t.${quoted(name)} as text)`);
      const key = keyOf(table).map(({ name }) => `t.${quoted(name)}`);
      const statement = db.prepare(
        `select ${columns.join(", ")} from ${quoted(table.name)} as t order by ${key.join(", ")}`,
      );
      statement.setReturnArrays(true);
      let batch: Row[] = [];
      // With arrays a row is an array, which the types do not know; casts leave text and null.
      for (const row of statement.iterate() as Iterable<unknown> as Iterable<Row>) {
        batch.push(row);
        if (batch.length === BATCH_ROWS) {
          yield batch;
          batch = [];
        }
      }
      yield batch;
    },
  };
}

/** Puts rows into the tables of a SQLite database, in place of those that are there. */
export async function fillSqlite(
  db: DatabaseSync,
  tables: readonly Table[],
  source: RowSource,
): Promise<void> {
  db.exec("begin");
  for (const table of tables) {
    const { name, columns } = table;
    deleteRows(db, name);
    const names = columns.map((column) => quoted(column.name)).join(", ");
    const places = columns.map(() => "?").join(", ");
    const insert = db.prepare(`insert into ${quoted(name)} (${names}) values (${places})`);
    for await (const batch of source.rows(table)) {
      for (const row of batch) {
        insert.run(...row);
      }
    }
  }
  db.exec("commit");
}

/** Deletes the rows of a table, if there are any: some tables refuse even a deletion of nothing. */
export function deleteRows(db: DatabaseSync, name: string): void {
  if (db.prepare(`select 1 from ${quoted(name)} limit 1`).get() !== undefined) {
    db.exec(`delete from ${quoted(name)}`);
  }
}
