import { DATABASE_URL_ALLOWED, postgresUrl } from "../config.ts";
import { StartError } from "../start-error.ts";
import { openStore } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";
import { storePlace } from "../store-place.ts";

/**
 * Does `work` with the store of the service that DATABASE_URL or DATA_DIR names, which may be running
 * meanwhile. The other settings are not looked at: a key can be issued where the secret is not.
 *
 * @throws StartError when the data folder or the database cannot be used.
 */
export async function withCliStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(await storePlace(settings()));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function settings(): { databaseUrl: string | null; dataDir: string } {
  const url = process.env["DATABASE_URL"]?.trim();
  const databaseUrl = url ? postgresUrl(url) : null;
  if (databaseUrl === undefined) {
    throw new StartError(`DATABASE_URL must be ${DATABASE_URL_ALLOWED}.`);
  }
  return { databaseUrl, dataDir: process.env["DATA_DIR"]?.trim() || "./data" };
}
