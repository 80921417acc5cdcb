import { chown, readdir } from "node:fs/promises";
import { join } from "node:path";
import { runScript } from "./command.ts";
import type { Ended } from "./command.ts";

/** The one whom systems call `nobody`. */
const PLAIN = 65_534;

/**
 * Runs a TypeScript file of the project without the rights of root, which mode bits do not hold back: as a user to whom
 * a folder belongs, and all that is in it.
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
  for (const name of ["", ...(await readdir(folder, { recursive: true }))]) {
    await chown(join(folder, name), PLAIN, PLAIN);
  }
  return runScript(script, args, env, { uid: PLAIN, gid: PLAIN });
}
