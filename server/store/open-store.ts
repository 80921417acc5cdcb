import { existsSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../runtime/start-error.ts";
import { dataFolderAt, movedFile, openDataFolder } from "./data-folder.ts";
import type { DataFolder } from "./data-folder.ts";
import { openSqlite } from "./sqlite.ts";
import { StoreError } from "./store-error.ts";
import type { Opening, Store, StorePlace } from "./store.ts";

/**
 * Opens a database of either kind. The queries are the same for both; only this module knows the kind.
 *
 * @throws StoreError if the database cannot be used; it is left unchanged.
 */
export async function openStore(place: StorePlace, opening: Opening = "make"): Promise<Store> {
  if ("file" in place) {
    return openSqlite(place.file, opening);
  }
  // Loaded on demand: its driver takes longer to load than a command takes to run.
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(place.url, opening);
}

/** The files of the data folder that a service creates once and then relies on. */
const secretsIn = ({ path }: DataFolder) =>
  ["secret", "signing-key"].filter((name) => existsSync(join(path, name)));

const DATABASE_LOST = `
With a backup: stop the service, and run "npm run -s backup -- restore FILE" with your latest one.
Without a backup: set ORACLE_SECRET and SIGNING_KEY to the contents of the files secret and signing-key, and move these two files elsewhere until the service has started once. Leave signed-headers.ndjson in place, because published days are restored from it. Past rounds stay the same, but every key must be issued again.`;

/**
 * Opens the database of the settings, creating it if there is none. Without DATABASE_URL, the database is in the
 * data folder, which is also created. With DATABASE_URL, no database is kept on this machine.
 *
 * @throws StartError if the data folder or the database cannot be used, or the database is gone; it is left
 * unchanged.
 */
export async function openOwnStore({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | null;
  dataDir: string;
}): Promise<Store> {
  if (databaseUrl !== null) {
    const old = dataFolderAt(dataDir);
    const journal = join(old.path, "signed-headers.ndjson");
    const place = { url: databaseUrl };
    return existsSync(journal)
      ? openUsed(place, () => emptyDatabaseError(old, journal))
      : openStore(place);
  }
  const folder = await openDataFolder(dataDir);
  const location = { file: folder.databaseFile };
  // Secrets without a database mean that it was lost: a server starting at the same time creates its database first.
  return secretsIn(folder).length === 0 && !existsSync(movedFile(folder))
    ? openStore(location)
    : openUsed(location, () => missingDatabase(folder));
}

/** Opens the database of a service that has run before. Never creates one: it would silently replace a lost one. */
async function openUsed(place: StorePlace, explainLoss: () => StartError): Promise<Store> {
  try {
    return await openStore(place, "open");
  } catch (error) {
    throw error instanceof StoreError && error.fault === "absent" ? explainLoss() : error;
  }
}

function emptyDatabaseError(folder: DataFolder, journal: string): StartError {
  return new StartError(
    existsSync(folder.databaseFile)
      ? notMovedAdvice(folder)
      : `The database in DATABASE_URL is empty, but ${journal} has headers that a service signed. Set DATABASE_URL to the database of that service, or restore a backup into this one. If the database is lost permanently, run "npm run -s maintenance -- on --create": published days are then restored from that file, but every key must be issued again.`,
  );
}

/** The advice if DATABASE_URL names an empty database, but the data folder contains a database with data. */
export function notMovedAdvice({ path }: DataFolder): string {
  return `The database in DATABASE_URL is empty. To move the service in ${path} to it, run "npm run -s backup -- move".`;
}

/**
 * Why a data folder has no database, and what to do. A new service must not replace an old one, whose keys, payments
 * and published days were in the database.
 *
 * @param advice is added if no service has used the folder.
 */
export function missingDatabase(folder: DataFolder, advice = ""): StartError {
  const { path, databaseFile } = folder;
  if (existsSync(movedFile(folder))) {
    return new StartError(
      `The service in ${path} was moved to PostgreSQL. Set DATABASE_URL and the secrets that came with it. To go back (later changes will be lost), rename ${movedFile(folder)} to ${databaseFile}.`,
    );
  }
  const kept = secretsIn(folder);
  return new StartError(
    kept.length === 0
      ? `There is no service in ${path}. Set DATA_DIR to the folder of your service.${advice}`
      : `The data folder ${path} contains ${kept.join(" and ")}, but the database they belong to is missing: ${databaseFile}. No new database is created.${DATABASE_LOST}`,
  );
}
