import { rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { refuseLostDatabase } from "../fairness/secret.ts";
import { openDataFolder } from "./data-folder.ts";
import { openStore } from "./open-store.ts";
import type { Store, StorePlace, Vetoes } from "./store.ts";

/** More than SQLite and the headers of two days take to begin to write on a full disk. */
const RESERVE_BYTES = 500_000;

/**
 * Keeps room in the data folder, and gives it up at a start that finds the disk full: SQLite needs some even to read.
 */
async function keepReserve(dataDir: string): Promise<void> {
  const file = join(dataDir, "reserve");
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < RESERVE_BYTES) {
    await rm(file, { force: true });
  } else if (bavail * bsize > 10 * RESERVE_BYTES) {
    await writeFile(file, Buffer.alloc(RESERVE_BYTES), { mode: 0o600, flag: "wx" }).catch(() => {});
  }
}

/**
 * Opens the database that the settings name, and makes it where there is none. Without DATABASE_URL it is in the data
 * folder, which is made; with it there is no database to keep on this machine.
 *
 * @param update is asked before a database of an earlier version is brought up to this one, and may throw.
 * @throws StartError when the data folder or the database cannot be used, or the database is gone; it is then as it was.
 */
export async function openOwnStore(
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  update: Vetoes["update"] = async () => {},
): Promise<{ place: StorePlace; store: Store }> {
  if (databaseUrl !== null) {
    const place = { url: databaseUrl };
    return { place, store: await openStore(place, "make", { update }) };
  }
  const folder = await openDataFolder(dataDir);
  await keepReserve(folder.path);
  const make = refuseLostDatabase(folder);
  const place = { file: folder.databaseFile };
  return { place, store: await openStore(place, "make", { make, update }) };
}
