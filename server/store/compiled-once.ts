import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { Schema } from "./tables.ts";

/** Runs a statement with rows. */
export type RunWithRows<Row> = (db: Kysely<Schema>, rows: readonly Row[]) => Promise<void>;

/**
 * A statement that inserts rows, whose text is made once for each number of rows: that takes longer than
 * running it. It is for one store, since the text depends on the engine.
 *
 * @param make the statement. Nothing of it but the rows' values and their number may depend on the rows, which all
 *   have the same columns in the same order.
 */
export function compiledOnce<Row extends object>(
  make: (db: Kysely<Schema>, rows: readonly Row[]) => Compilable,
): RunWithRows<Row> {
  const compiled = new Map<number, CompiledQuery>();
  return async (db, rows) => {
    const known = compiled.get(rows.length) ?? make(db, rows).compile();
    compiled.set(rows.length, known);
    const parameters = rows.flatMap((row) => Object.values(row) as unknown[]);
    await db.executeQuery({ ...known, parameters });
  };
}
