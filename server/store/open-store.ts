import { openSqlite } from "./sqlite.ts";
import type { Store, StorePlace } from "./store.ts";

/**
 * Opens a database of either kind and brings its tables up to date. The queries
 * are the same for both; which kind it is, is known here only.
 *
 * @param make whether it is made where there is none yet; else that is refused.
 * @throws StoreError when it cannot be used; it is then as it was.
 */
export async function openStore(place: StorePlace, make = true): Promise<Store> {
  if ("file" in place) {
    return openSqlite(place.file, make);
  }
  // Loaded when it is wanted: its driver takes longer to load than a command to run.
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(place.url, make);
}
