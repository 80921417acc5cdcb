import { openSqlite } from "./sqlite.ts";
import type { Opening, Store, StorePlace } from "./store.ts";

/**
 * Opens a database of either kind. The queries are the same for both; only this module knows the kind.
 *
 * @throws StoreError when it cannot be used; it is left unchanged.
 */
export async function openStore(place: StorePlace, opening: Opening = "make"): Promise<Store> {
  if ("file" in place) {
    return openSqlite(place.file, opening);
  }
  // Loaded on demand: its driver takes longer to load than a command to run.
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(place.url, opening);
}
