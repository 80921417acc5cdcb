import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { SqliteAdapter, SqliteDialect, type SqliteDatabase } from "kysely";

/** Turns what went wrong into what is thrown. */
type Explain = (error: unknown) => unknown;

/**
 * Kysely's SQLite dialect over Node's own SQLite.
 *
 * The dialect was written for better-sqlite3, whose shape is imitated here.
 */
export class NodeSqliteDialect extends SqliteDialect {
  constructor(database: DatabaseSync, explain: Explain) {
    super({ database: imitate(database, explain) });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** SQLite does roll back `create table`; Kysely leaves that unused unless it is told. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function imitate(database: DatabaseSync, explain: Explain): SqliteDatabase {
  function explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw explain(error);
    }
  }
  return {
    close: () => database.close(),
    prepare: (sql) => {
      // A plain `begin` takes the write lock only at the first write, and when another process has
      // written in between, that fails at once instead of waiting for its turn.
      const text = sql === "begin" ? "begin immediate" : sql;
      const statement = explained(() => database.prepare(text));
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => explained(() => statement.all(...bindable(parameters))),
        run: (parameters) => explained(() => statement.run(...bindable(parameters))),
        iterate: (parameters) => statement.iterate(...bindable(parameters)),
      };
    },
  };
}

// Kysely hands over what our typed queries contain, and the schema has text, numbers and null only;
// anything else is refused by SQLite itself.
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}
