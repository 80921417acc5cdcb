import { openSqlite } from "./sqlite.ts";
import type { Opening, Store, StorePlace } from "./store.ts";

/**
 * Opens a database of either kind. The queries are the same for both; which kind it is, is known here only.
 *
 * @param mayMake is asked before tables are made in a SQLite file that has none; it may throw.
 * @throws StoreError when it cannot be used; it is then as it was.
 */
export async function openStore(
  place: StorePlace,
  opening: Opening = "make",
  mayMake?: () => void,
): Promise<Store> {
  if ("file" in place) {
    return openSqlite(place.file, opening, mayMake);
  }
  // Loaded when it is wanted: its driver takes longer to load than a command to run.
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(place.url, opening);
}
