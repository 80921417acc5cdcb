import { rmSync } from "node:fs";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupCommand } from "../../server/cli/backup.ts";
import { callCommand, succeeded } from "./command.ts";
import { openTestService } from "./service.ts";
import { tempFolder } from "./temp-store.ts";

/** A service that ran and was backed up. */
export interface BackedUp {
  /** Its data folder, as the service left it. */
  readonly dataDir: string;
  readonly backup: string;
}

let image: Promise<string> | undefined;

/** A copy of a service that has run briefly, keeps its secrets in files, and was backed up. */
export async function backedUpService(): Promise<BackedUp> {
  const folder = await tempFolder();
  await cp(await (image ??= makeImage()), folder, { recursive: true });
  return { dataDir: join(folder, "data"), backup: join(folder, "house.backup") };
}

/** Created once for all tests of a process, and removed at its end. */
async function makeImage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tableside-house-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const env = { ORACLE_SECRET: "", DATA_DIR: join(folder, "data") };
  const [, end] = await openTestService({ env });
  await end();
  succeeded(await callCommand(backupCommand, ["make", join(folder, "house.backup")], env));
  return folder;
}
