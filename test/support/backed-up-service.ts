import { rmSync } from "node:fs";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupCommand } from "../../server/cli/backup.ts";
import { restoreCommand } from "../../server/cli/restore.ts";
import { writeIdentity } from "./age-identity.ts";
import { callCommand, succeeded } from "./command.ts";
import type { Ended } from "./command.ts";
import { openTestService } from "./service.ts";
import { tempFolder } from "./temp-store.ts";

/** A service that ran and was backed up, with what restores it. */
export interface BackedUp {
  /** Its data folder, which is as it left it. */
  readonly dataDir: string;
  readonly backup: string;
  readonly secrets: string;
  readonly identityFile: string;
  /** Runs `restore` with the backup, into a data folder or by other settings. */
  restore(env: Record<string, string>, ...args: string[]): Promise<Ended>;
  /** The arguments that bring the secrets. */
  readonly withSecrets: readonly string[];
}

let image: Promise<string> | undefined;

/** A copy of a service that has run for a moment, keeps its secrets in files, and was backed up. */
export async function backedUpService(): Promise<BackedUp> {
  const folder = await tempFolder();
  await cp(await (image ??= makeImage()), folder, { recursive: true });
  const [backup, secrets] = [join(folder, "house.backup"), join(folder, "secrets.age")];
  const identityFile = join(folder, "identity.txt");
  return {
    dataDir: join(folder, "data"),
    backup,
    secrets,
    identityFile,
    restore: (settings, ...args) => callCommand(restoreCommand, [backup, ...args], settings),
    withSecrets: ["--secrets", secrets, "--identity", identityFile],
  };
}

/** Made once for all tests of a process, which end with it. */
async function makeImage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tableside-house-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const env = { ORACLE_SECRET: "", DATA_DIR: join(folder, "data") };
  const [, end] = await openTestService({ env });
  await end();
  const recipient = await writeIdentity(join(folder, "identity.txt"));
  const args = [join(folder, "house.backup"), "--secrets", join(folder, "secrets.age")];
  succeeded(await callCommand(backupCommand, [...args, "--to", recipient], env));
  return folder;
}
