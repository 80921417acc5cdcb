import { StartError } from "../runtime/start-error.ts";
import type { StorePlace } from "../store/store.ts";
import { openBackup, sealBackup } from "./backup-file.ts";
import type { Backup } from "./backup-file.ts";
import { copySqlite } from "./from-sqlite.ts";
import { makeWholeFile } from "./whole-file.ts";

/**
 * Backs a database up into `file`, as it is at one instant, while servers read and write it. The file is read back
 * and compared before it gets its name.
 *
 * @param examine looks at the backup before it gets its name, and throws when it is not wanted.
 * @throws StartError when there is no such database, or the file cannot be made or is there already.
 */
export async function makeBackup(
  place: StorePlace,
  file: string,
  nowMs: number,
  examine: (backup: Backup) => Promise<void>,
): Promise<Pick<Backup, "rows" | "tables">> {
  let made: Backup | undefined;
  await makeWholeFile(file, async (draft) => {
    const digests = await copy(place, draft);
    if (digests === undefined) {
      throw new StartError(
        "There is no service to back up. Set DATA_DIR or DATABASE_URL to that of yours.",
      );
    }
    sealBackup(draft, digests, nowMs);
    made = await openBackup(draft);
    await examine(made).finally(() => made?.db.close());
  });
  return made as Backup;
}

async function copy(place: StorePlace, draft: string) {
  if ("file" in place) {
    return copySqlite(place.file, draft);
  }
  const { copyPostgres } = await import("./from-postgres.ts");
  return copyPostgres(place.url, draft);
}
