import { sql } from "kysely";
import type { Transaction } from "kysely";
import { StartError } from "../runtime/start-error.ts";
import type { Schema } from "../store/tables.ts";
import { BATCH_ROWS, keyOf, quoted } from "./tables.ts";
import type { Row, RowSource, Table } from "./tables.ts";

/** How many values a statement may have. */
const MAX_VALUES = 65_535;

/** The rows of a PostgreSQL database, as a transaction sees them. */
export function postgresRows(transaction: Transaction<Schema>): RowSource {
  return {
    async *rows(table) {
      const columns = table.columns.map(({ name }) => `t.${quoted(name)}::text`);
      // Otherwise text would be ordered by the language of the database.
      const key = keyOf(table).map(
        ({ name, isText }) => `t.${quoted(name)}${isText ? ' collate "C"' : ""}`,
      );
      const select = `select array[${columns.join(", ")}] as cells from ${quoted(table.name)} as t order by ${key.join(", ")}`;
      await sql`declare rows no scroll cursor for ${sql.raw(select)}`.execute(transaction);
      for (let isMore = true; isMore;) {
        const { rows } = await sql<{ cells: Row }>`
          fetch forward ${sql.lit(BATCH_ROWS)} from rows
        `.execute(transaction);
        yield rows.map(({ cells }) => cells);
        isMore = rows.length === BATCH_ROWS;
      }
      await sql`close rows`.execute(transaction);
    },
  };
}

/** Puts rows into the tables of a PostgreSQL database, in place of those that are there. */
export async function fillPostgres(
  transaction: Transaction<Schema>,
  tables: readonly Table[],
  source: RowSource,
): Promise<void> {
  const links = await foreignKeys(transaction);
  // Rows arrive in no order that foreign keys know of.
  await alterAll(transaction, links, "deferrable initially deferred");
  for (const table of tables) {
    await deleteRows(transaction, table.name);
    for await (const batch of source.rows(table)) {
      await insert(transaction, table, batch).catch((error: unknown) => {
        throw error instanceof StartError ? error : unfit(table, error);
      });
    }
  }
  await sql`set constraints all immediate`.execute(transaction);
  await alterAll(transaction, links, "not deferrable");
}

/** Deletes the rows of a table, if there are any: some tables refuse even a deletion of nothing. */
async function deleteRows(transaction: Transaction<Schema>, name: string): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(transaction);
  if (rows.length > 0) {
    await sql`delete from ${sql.table(name)}`.execute(transaction);
  }
}

async function insert(
  transaction: Transaction<Schema>,
  { name, columns }: Table,
  rows: readonly Row[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const step = Math.floor(MAX_VALUES / columns.length);
  for (let start = 0; start < rows.length; start += step) {
    const values = rows.slice(start, start + step).map((row) => sql`(${sql.join(row)})`);
    await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(
      transaction,
    );
  }
}

/** SQLite keeps whatever is put into a column. */
function unfit({ name }: Table, error: unknown): StartError {
  return new StartError(
    `A row of the table ${name} holds what PostgreSQL cannot (${(error as Error).message}). Put it right, or delete it. Nothing was changed.`,
    { cause: error },
  );
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
}

async function foreignKeys(transaction: Transaction<Schema>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as table, k.conname as name
    from pg_catalog.pg_constraint k join pg_catalog.pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace
  `.execute(transaction);
  return rows;
}

async function alterAll(
  transaction: Transaction<Schema>,
  links: readonly ForeignKey[],
  how: string,
): Promise<void> {
  for (const { table, name } of links) {
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} ${sql.raw(how)}`.execute(
      transaction,
    );
  }
}
