import { existsSync } from "node:fs";
import { postgresUrl } from "../config/config.ts";
import { SETTINGS } from "../config/settings.ts";
import type { Environment } from "../config/settings.ts";
import { hasSecret } from "../fairness/secret.ts";
import { StartError } from "../runtime/start-error.ts";
import { dataFolderAt } from "../store/data-folder.ts";
import { missingDatabase, notMovedAdvice, openOwnStore, openStore } from "../store/open-store.ts";
import { StoreError } from "../store/store-error.ts";
import { databaseTime } from "../store/store.ts";
import type { Store } from "../store/store.ts";

/** `nowMs` is the command's clock, epoch ms. */
type StoreWork<T> = (store: Store, nowMs: number) => Promise<T>;

/**
 * Runs `work` with the store of the service that DATABASE_URL or DATA_DIR names, even while it is running. No other
 * settings are read, so a key can be issued on a machine without the secret. A location where no service has ever
 * started is rejected and left unchanged, because usually the settings have a typo.
 *
 * @param create whether to create the database if there is none. Undefined for commands that cannot prepare a service
 * before its first start.
 * @throws StartError if there is no service, or the data folder or database cannot be used.
 */
export async function withCliStore<T>(
  env: Environment,
  work: StoreWork<T>,
  create?: boolean,
): Promise<T> {
  const settings = readSettings(env);
  if (create === true) {
    const { databaseUrl: url } = settings;
    return withStore(await (url === null ? openOwnStore(settings) : openStore({ url })), work);
  }
  const found = await findServiceStore(env);
  if (found === undefined) {
    const hint =
      create === undefined ? "" : " To prepare a service before its first start, add --create.";
    const folder = dataFolderAt(settings.dataDir);
    if (settings.databaseUrl === null) {
      throw missingDatabase(folder, hint);
    }
    const missing = existsSync(folder.databaseFile)
      ? notMovedAdvice(folder)
      : "No service has ever started on the database in DATABASE_URL. Set DATABASE_URL to the database of your service.";
    throw new StartError(`${missing}${hint}`);
  }
  return withStore(found, work);
}

/** Opens the store of a service; undefined if there is none. The caller closes it. */
export async function findServiceStore(env: Environment): Promise<Store | undefined> {
  const { databaseUrl, dataDir } = readSettings(env);
  const { databaseFile: file } = dataFolderAt(dataDir);
  let store: Store;
  try {
    store = await openStore(databaseUrl === null ? { file } : { url: databaseUrl }, "open");
  } catch (error) {
    if (error instanceof StoreError && error.fault === "absent") {
      return undefined;
    }
    throw error;
  }
  if (await hasSecret(store)) {
    return store;
  }
  await store.close();
  return undefined;
}

async function withStore<T>(store: Store, work: StoreWork<T>): Promise<T> {
  try {
    const nowMs = store.hasOwnClock ? Math.floor(await databaseTime(store)) : Date.now();
    return await work(store, nowMs);
  } finally {
    await store.close();
  }
}

/** @throws StartError if DATABASE_URL is not the URL of a database. */
export function readSettings(env: Environment) {
  const url = env["DATABASE_URL"]?.trim();
  const databaseUrl = url ? postgresUrl(url) : null;
  if (databaseUrl === undefined) {
    throw new StartError(`DATABASE_URL must be ${SETTINGS.DATABASE_URL.allowed}.`);
  }
  return { databaseUrl, dataDir: env["DATA_DIR"]?.trim() || "./data" };
}
