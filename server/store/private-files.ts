import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../runtime/log.ts";

/** Files of the data folder that are for their owner alone. */
const PRIVATE =
  /^(secret(\.\d.*)?|signing-key|key-encryption-key|outbox\.txt|tableside\.sqlite.*)$/;

/**
 * Takes from all others the right to read what the data folder keeps private, as a plain copy out of a
 * backup gives it to them, and says so. A folder that is open to everybody is left to its owner, with a
 * word.
 */
export async function keepPrivate(folder: string, log: Log): Promise<void> {
  const mode = (await stat(folder)).mode & 0o777;
  if ((mode & 0o007) !== 0) {
    log("data folder open to all users", {
      folder,
      mode: mode.toString(8),
      advice: "Take them the right: chmod 700.",
    });
  }
  for (const name of (await readdir(folder)).filter((each) => PRIVATE.test(each))) {
    const file = join(folder, name);
    const status = await stat(file);
    if (status.isFile() && (status.mode & 0o077) !== 0) {
      await chmod(file, 0o600);
      log("file made private", {
        file,
        mode: (status.mode & 0o777).toString(8),
        advice: "Others could read it. If they may have, what it holds is known to them.",
      });
    }
  }
}
