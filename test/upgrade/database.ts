import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { StorePlace } from "../../server/store/store.ts";

/* A database as whoever wrote it left it: read and written without our own code. Without Kysely's notes. */

type Row = Readonly<Record<string, unknown>>;

/** All rows by table, in an order of their own. */
export async function rowsOf(place: StorePlace): Promise<Record<string, readonly Row[]>> {
  const tables: Record<string, readonly Row[]> = {};
  await within(place, async (ask) => {
    for (const name of await tableNames(place, ask)) {
      tables[name] = sorted(await ask(`select * from "${name}"`));
    }
  });
  return tables;
}

/** What tables, columns, indexes and triggers there are. */
export async function tablesOf(place: StorePlace): Promise<Record<string, Row>> {
  const found: Record<string, Row> = {};
  await within(place, async (ask) => {
    const columns = await ask("file" in place ? SQLITE_COLUMNS : POSTGRES_COLUMNS);
    const others = await ask("file" in place ? SQLITE_OTHERS : POSTGRES_OTHERS);
    for (const { at, ...row } of [...columns, ...others]) {
      if (!String(at).startsWith("kysely_")) {
        found[String(at)] = row;
      }
    }
  });
  return found;
}

/** The names of the migrations that are noted. */
export async function migrationsOf(place: StorePlace): Promise<string[]> {
  let rows: readonly Row[] = [];
  await within(place, async (ask) => {
    rows = await ask("select name from kysely_migration order by name");
  });
  return rows.map(({ name }) => String(name));
}

/** Does a statement. */
export async function write(place: StorePlace, statement: string): Promise<void> {
  await within(place, async (ask) => void (await ask(statement)));
}

const SQLITE_COLUMNS = `
  select m.name || '.' || c.name as at, c.type, c."notnull" = 0 or c.dflt_value is not null as free, c.pk
  from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite_%'`;
const SQLITE_OTHERS = `
  select type || ' ' || name as at, sql from sqlite_master where type <> 'table' and sql is not null`;
const POSTGRES_COLUMNS = `
  select table_name || '.' || column_name as at, data_type,
    is_nullable = 'YES' or column_default is not null as free
  from information_schema.columns where table_schema = 'public'`;
const POSTGRES_OTHERS = `
  select 'index ' || indexname as at, indexdef as sql from pg_indexes where schemaname = 'public'
    and tablename not like 'kysely_%'
  union all select 'trigger ' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function ' || proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace`;

async function tableNames(place: StorePlace, ask: Ask): Promise<string[]> {
  const names = await ask(
    "file" in place
      ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
      : "select tablename as name from pg_tables where schemaname = 'public'",
  );
  return names.map(({ name }) => String(name)).filter((name) => !name.startsWith("kysely_"));
}

/** The columns that are there from the beginning come first, also after others were added. */
function sorted(rows: readonly Row[]): Row[] {
  const keyOf = (row: Row) => JSON.stringify(Object.values(row));
  return rows
    .map((row) => ({ ...row }))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

type Ask = (sql: string) => Promise<readonly Row[]>;

async function within(place: StorePlace, work: (ask: Ask) => Promise<void>): Promise<void> {
  if ("file" in place) {
    const database = new DatabaseSync(place.file, { timeout: 60_000 });
    await work(async (sql) => database.prepare(sql).all()).finally(() => database.close());
    return;
  }
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  await work(async (sql) => (await client.query<Row>(sql)).rows).finally(() => client.end());
}
