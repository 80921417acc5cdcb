import { Kysely, PostgresDialect, sql } from "kysely";
import { StartError } from "../runtime/start-error.ts";
import { createPool, describePlace, examinePostgres } from "../store/postgres.ts";
import type { Transaction } from "../store/store.ts";
import { createTables } from "../store/table-creation.ts";
import { columnsOf, digestRows, COPIED_TABLES, postgresRows } from "../store/table-rows.ts";
import type { Row, RowSource, TableName } from "../store/table-rows.ts";
import type { Schema } from "../store/tables.ts";

/** Maximum time of a statement, in ms. Ordering a large table takes long. */
const STATEMENT_MS = 600_000;
/** PostgreSQL allows 65,535 parameters in a statement, and tables have at most 20 columns. */
const BATCH_ROWS = 1_000;

/**
 * Copies rows into an empty PostgreSQL database and compares all of them, in one transaction, so that an
 * interrupted copy leaves the database empty.
 *
 * @returns the number of rows, even if the database already contained them all.
 * @throws StartError if the database contains other data, or the copy differs from its source.
 */
export async function intoPostgres(url: string, source: RowSource): Promise<number> {
  const pool = createPool(url, { connections: 1, statementMs: STATEMENT_MS });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    const isFilled = await examinePostgres(db, url);
    const { rows, digest } = await digestRows(source);
    await db.transaction().execute(async (transaction) => {
      if (!isFilled) {
        await createTables(transaction);
        await fill(transaction, source);
      }
      if ((await digestRows(postgresRows(transaction))).digest !== digest) {
        throw new StartError(
          isFilled
            ? `${describePlace(url)} is not empty. Choose an empty database, or drop and recreate this one.`
            : "The copy differs from its source. Nothing was changed. Check the disks and the memory of both machines.",
        );
      }
    });
    return rows;
  } finally {
    await db.destroy();
  }
}

async function fill(transaction: Transaction, source: RowSource): Promise<void> {
  // A row may refer to a later row of its own table.
  const links = await sql<{ table: string; name: string }>`
    select c.relname as table, k.conname as name
    from pg_catalog.pg_constraint k join pg_catalog.pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace
  `.execute(transaction);
  const alterAll = async (how: string) => {
    for (const { table, name } of links.rows) {
      await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} ${sql.raw(how)}`.execute(
        transaction,
      );
    }
  };
  await alterAll("deferrable initially deferred");
  // `createTables` has already inserted a row into this one.
  await transaction.deleteFrom("meta").execute();
  for (const table of COPIED_TABLES) {
    const batch: Row[] = [];
    for (const row of await source(table)) {
      batch.push(row);
      if (batch.length === BATCH_ROWS) {
        await insert(transaction, table, batch.splice(0));
      }
    }
    await insert(transaction, table, batch);
  }
  await sql`set constraints all immediate`.execute(transaction);
  await alterAll("not deferrable");
}

async function insert(transaction: Transaction, table: TableName, rows: Row[]): Promise<void> {
  if (rows.length === 0) {
    return;
  }
  const names = sql.join(columnsOf(table).map((column) => sql.ref(column)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
  const query = sql`insert into ${sql.table(table)} (${names}) values ${values}`;
  await query.execute(transaction).catch((error: unknown) => {
    throw new StartError(
      `A row of the table ${table} has a value that PostgreSQL cannot store (${(error as Error).message}). Correct the row or delete it. Nothing was changed.`,
      { cause: error },
    );
  });
}
