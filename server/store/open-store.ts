import { openSqlite } from "./sqlite.ts";
import type { Store, StorePlace } from "./store.ts";

/**
 * Opens a database of either kind and makes its tables where they are not there yet. The queries
 * are the same for both; which kind it is, is known here only.
 *
 * @throws StoreError when it cannot be used; it is then as it was.
 */
export async function openStore(place: StorePlace): Promise<Store> {
  if ("file" in place) {
    return openSqlite(place.file);
  }
  // Loaded when it is wanted: its driver takes longer to load than a command to run.
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(place.url);
}
