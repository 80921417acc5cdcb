import { openDataFolder } from "../data-folder.ts";
import { explainStoreFault } from "../store/store-error.ts";
import { openStore, type Store } from "../store/store.ts";

/**
 * Does `work` with the store of the service that DATA_DIR names, which may be running meanwhile.
 *
 * @throws StartError when the data folder or the database cannot be used.
 */
export async function withCliStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const folder = await openDataFolder(process.env["DATA_DIR"]?.trim() || "./data");
  const store = await openStore(folder.databaseFile);
  try {
    return await work(store);
  } catch (error) {
    throw explainStoreFault(error, folder.databaseFile);
  } finally {
    await store.close();
  }
}
