import { sql } from "kysely";
import type { Store } from "./store.ts";

/** The database's clock, epoch ms with fractions. */
export async function databaseTime({ db }: Pick<Store, "db">): Promise<number> {
  const clock = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`;
  const { now } = await db.selectNoFrom(clock.as("now")).executeTakeFirstOrThrow();
  return now;
}

/** The time by the clock that servers on the store go by, epoch ms: the database's, or this machine's. */
export async function presentMs(
  { db, tellsTime }: Pick<Store, "db" | "tellsTime">,
  wallMs: number,
): Promise<number> {
  return tellsTime ? Math.floor(await databaseTime({ db })) : wallMs;
}
