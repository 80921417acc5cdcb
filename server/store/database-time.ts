import { sql } from "kysely";
import type { Store } from "./store.ts";

/** The database's clock, epoch ms; undefined where it has none but this machine's. */
export async function databaseTime({
  db,
  tellsTime,
}: Pick<Store, "db" | "tellsTime">): Promise<number | undefined> {
  if (!tellsTime) {
    return undefined;
  }
  const now = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`;
  const row = await db.selectNoFrom(now.as("now")).executeTakeFirstOrThrow();
  return row.now;
}
