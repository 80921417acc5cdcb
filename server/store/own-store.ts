import { rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { refuseLostDatabase } from "../fairness/secret.ts";
import { openDataFolder } from "./data-folder.ts";
import { openStore } from "./open-store.ts";
import type { Store, StorePlace } from "./store.ts";

/** More than SQLite and the headers of two days take to begin to write on a full disk. */
const RESERVE_BYTES = 500_000;

/** A file in the data folder that is given up at a start on a full disk: SQLite needs room even to read. */
const RESERVE = "reserve";

/**
 * Opens the database that the settings name, and makes it where there is none. Without DATABASE_URL it is in the data
 * folder, which is made; with it there is no database to keep on this machine.
 *
 * @throws StartError when the data folder or the database cannot be used, or the database is gone; it is then as it was.
 */
export async function openOwnStore({
  databaseUrl,
  dataDir,
}: Pick<Config, "databaseUrl" | "dataDir">): Promise<{ place: StorePlace; store: Store }> {
  if (databaseUrl !== null) {
    const place = { url: databaseUrl };
    return { place, store: await openStore(place) };
  }
  const folder = await openDataFolder(dataDir);
  const reserve = join(folder.path, RESERVE);
  const { bavail, bsize } = await statfs(folder.path);
  if (bavail * bsize < RESERVE_BYTES) {
    await rm(reserve, { force: true });
  }
  const place = { file: folder.databaseFile };
  const store = await openStore(place, "make", refuseLostDatabase(folder));
  if (bavail * bsize > 10 * RESERVE_BYTES) {
    const bytes = Buffer.alloc(RESERVE_BYTES);
    await writeFile(reserve, bytes, { mode: 0o600, flag: "wx" }).catch(() => {});
  }
  return { place, store };
}
