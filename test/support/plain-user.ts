import { chown, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ROOT, runScript } from "./command.ts";
import type { Ended } from "./command.ts";

const SETPRIV = "/usr/bin/setpriv";
/** What lets root pass over mode bits. */
const NO_OVERRIDE = "--bounding-set=-dac_override,-dac_read_search";

/**
 * Runs a TypeScript file of the project without the rights of root, which mode bits do not hold back: as a user to whom
 * a folder belongs, and all that is in it. That is the owner of the project: others may not be allowed to enter its folder.
 */
export async function runAsOwner(
  folder: string,
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  if (process.getuid?.() !== 0) {
    return runScript(script, args, env);
  }
  const { uid, gid } = await stat(ROOT);
  for (const name of ["", ...(await readdir(folder, { recursive: true }))]) {
    await chown(join(folder, name), uid, gid);
  }
  const by = [SETPRIV, `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", NO_OVERRIDE];
  return runScript(script, args, env, by);
}
