import { sql } from "kysely";
import type { Store } from "./store.ts";

/** The database's clock in SQL, epoch ms; null where it has none but this machine's. */
export function databaseClock({ tellsTime }: Pick<Store, "tellsTime">) {
  return tellsTime
    ? sql<number | null>`extract(epoch from clock_timestamp())::float8 * 1000`
    : sql<number | null>`null`;
}

/** The database's clock, epoch ms; undefined where it has none but this machine's. */
export async function databaseTime({
  db,
  tellsTime,
}: Pick<Store, "db" | "tellsTime">): Promise<number | undefined> {
  if (!tellsTime) {
    return undefined;
  }
  const clock = databaseClock({ tellsTime });
  const row = await db.selectNoFrom(clock.as("now")).executeTakeFirstOrThrow();
  return row.now ?? undefined;
}
