import { openDataFolder } from "./data-folder.ts";
import type { Config } from "./config.ts";
import type { StorePlace } from "./store/store.ts";

/**
 * Where the settings say the database is. Without DATABASE_URL it is in the data folder, which is
 * made; with it there is nothing to keep on this machine, so none is.
 *
 * @throws StartError when the data folder cannot be used.
 */
export async function storePlace({
  databaseUrl,
  dataDir,
}: Pick<Config, "databaseUrl" | "dataDir">): Promise<StorePlace> {
  return databaseUrl === null
    ? { file: (await openDataFolder(dataDir)).databaseFile }
    : { url: databaseUrl };
}
