import type { Config } from "../config/config.ts";
import { refuseLostDatabase } from "../fairness/secret.ts";
import { openDataFolder } from "./data-folder.ts";
import type { StorePlace } from "./store.ts";

/**
 * Where the settings say the database is, or is to be made. Without DATABASE_URL it is in the data
 * folder, which is made; with it there is no database to keep on this machine.
 *
 * @throws StartError when the data folder cannot be used, or its database is gone.
 */
export async function storePlace({
  databaseUrl,
  dataDir,
}: Pick<Config, "databaseUrl" | "dataDir">): Promise<StorePlace> {
  if (databaseUrl !== null) {
    return { url: databaseUrl };
  }
  const folder = await openDataFolder(dataDir);
  refuseLostDatabase(folder);
  return { file: folder.databaseFile };
}
