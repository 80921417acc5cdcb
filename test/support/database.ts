import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { StorePlace } from "../../server/store/store.ts";

/** Runs a statement on a database without the service's own code. */
export async function write(place: StorePlace, statement: string): Promise<void> {
  if ("file" in place) {
    const database = new DatabaseSync(place.file, { timeout: 60_000 });
    try {
      database.prepare(statement).all();
    } finally {
      database.close();
    }
    return;
  }
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
