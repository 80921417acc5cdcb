import { sql } from "kysely";
import { openStore } from "../../server/store/open-store.ts";
import type { StorePlace } from "../../server/store/store.ts";
import { postgres } from "./engines.ts";

/** A PostgreSQL database for the duration of the test. Its clock is right at first; `shift` puts it ahead. */
export async function shiftedDatabase() {
  const { url } = (await postgres.place()) as { url: string };
  // Functions in `public` take precedence over the database's own.
  const place: StorePlace = { url: `${url}?options=-c%20search_path%3Dpublic,pg_catalog` };

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
