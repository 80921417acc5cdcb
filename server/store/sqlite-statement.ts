import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/** What a statement returned and changed. */
export interface StatementResult {
  readonly rows: Record<string, unknown>[];
  readonly changes: bigint;
}

/**
 * Runs a statement and converts what it returns.
 *
 * @param mayRepeat whether it may run twice: true for a query, false for anything that changes data.
 */
export function runStatement(
  handle: DatabaseSync,
  sql: string,
  parameters: readonly unknown[],
  mayRepeat: boolean,
): StatementResult {
  const statement = handle.prepare(sql);
  // The schema has text, numbers and null only, so that is all our typed queries pass; SQLite itself
  // refuses anything else.
  const values = parameters as SQLInputValue[];
  if (statement.columns().length === 0) {
    return { rows: [], changes: BigInt(statement.run(...values).changes) };
  }
  const rows = mayRepeat ? readRows(statement, values) : readBigRows(statement, values);
  return { rows, changes: BigInt(rows.length) };
}

function readRows(statement: StatementSync, values: SQLInputValue[]): Record<string, unknown>[] {
  try {
    return statement.all(...values);
  } catch (error) {
    // Otherwise one number above 2^53 in one row would make all other rows unreadable.
    if (error instanceof RangeError) {
      return readBigRows(statement, values);
    }
    throw error;
  }
}

/** Whole numbers above 2^53 are rounded, as those from PostgreSQL are. */
function readBigRows(statement: StatementSync, values: SQLInputValue[]): Record<string, unknown>[] {
  statement.setReadBigInts(true);
  const rows: Record<string, unknown>[] = statement.all(...values);
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (typeof value === "bigint") {
        row[name] = Number(value);
      }
    }
  }
  return rows;
}
