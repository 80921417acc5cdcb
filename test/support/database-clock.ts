import { sql } from "kysely";
import { openStore } from "../../server/store/open-store.ts";
import type { StorePlace } from "../../server/store/store.ts";
import { postgres } from "./engines.ts";

/** A PostgreSQL database whose clock the test sets. */
export interface ShiftedDatabase {
  readonly place: StorePlace;
  /** Sets how far its clock is ahead of this machine's. */
  shift(byMs: number): Promise<void>;
}

/** A database for the duration of the test; its clock is right at first. */
export async function shiftedDatabase(): Promise<ShiftedDatabase> {
  const { url } = (await postgres.place()) as { url: string };
  // Functions in `public` take precedence over the database's own.
  const place = { url: `${url}?options=-c%20search_path%3Dpublic,pg_catalog` };

  async function shift(byMs: number): Promise<void> {
    const store = await openStore(place);
    await sql
      .raw(
        `create or replace function public.clock_timestamp() returns timestamptz volatile language sql
         as 'select pg_catalog.clock_timestamp() + interval ''${byMs} milliseconds'''`,
      )
      .execute(store.db);
    await store.close();
  }

  await shift(0);
  return { place, shift };
}
