import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { StorePlace } from "../../server/store/store.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * All rows of a database by table, read without our own code: as whoever wrote them left them. Without
 * Kysely's own notes, and in an order of their own.
 */
export async function rowsOf(place: StorePlace): Promise<Record<string, readonly Row[]>> {
  const { query, end } = await connectTo(place);
  const names =
    "file" in place
      ? "select name from sqlite_master where type = 'table' order by name"
      : "select tablename as name from pg_tables where schemaname = 'public' order by tablename";
  const tables: Record<string, readonly Row[]> = {};
  for (const { name } of await query(names)) {
    if (!String(name).startsWith("kysely_")) {
      const rows = await query(`select * from "${name}"`);
      tables[String(name)] = rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    }
  }
  await end();
  return tables;
}

/** The columns that are there from the beginning come first, also after others were added. */
const keyOf = (row: Row) => JSON.stringify(Object.values(row));

async function connectTo(place: StorePlace) {
  if ("file" in place) {
    const database = new DatabaseSync(place.file, { readOnly: true });
    return {
      query: async (sql: string) => database.prepare(sql).all() as Row[],
      end: async () => database.close(),
    };
  }
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  return {
    query: async (sql: string) => (await client.query<Row>(sql)).rows,
    end: () => client.end(),
  };
}
