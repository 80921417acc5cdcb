import { rename } from "node:fs/promises";
import type { DatabaseSync } from "node:sqlite";
import { movedFile } from "../store/data-folder.ts";
import type { DataFolder } from "../store/data-folder.ts";
import { syncFolder } from "../store/key-file.ts";

/** Renames a database that is open for this process alone, so that no service starts on it again. */
export async function moveAway(db: DatabaseSync, folder: DataFolder): Promise<void> {
  // What SQLite keeps beside it goes by its name.
  db.exec("pragma journal_mode = delete");
  await rename(folder.databaseFile, movedFile(folder));
  await syncFolder(folder.path);
}
