import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openBackup } from "../backup/backup-file.ts";
import type { Backup } from "../backup/backup-file.ts";
import { refuseDatabase, restorePostgres, restoreSqlite } from "../backup/restore-backup.ts";
import { unsealSecrets } from "../backup/sealed-secrets.ts";
import { parseSecrets, refuseOtherSecrets, secretsOf } from "../backup/secret-texts.ts";
import { needsVaultKey, requireOwnSecrets } from "../backup/service-facts.ts";
import { planSettingsFile } from "../backup/settings-file.ts";
import { countForgotten } from "../backup/signed-before.ts";
import { readConfig } from "../config/config.ts";
import { StartError } from "../runtime/start-error.ts";
import { dataFolderAt } from "../store/data-folder.ts";
import { readSettings } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { requireServed, requireStopped } from "./served-folder.ts";

const USAGE = `Usage: npm run -s restore -- FILE [--secrets FILE --identity FILE] [--settings FILE] [--check]

  Puts a backup in place: into DATA_DIR, or with DATABASE_URL into that PostgreSQL database, whichever kind
  it was made from. There must be no database yet, and no service that runs. Everything is checked before
  anything is written.

  --secrets FILE     the encrypted secrets of the backup, for a machine that has none
  --identity FILE    the identity that they were encrypted to, as \`age-keygen\` made it
  --settings FILE    with DATABASE_URL and --secrets: makes this file of settings for the servers
  --check            checks only`;

export const restoreCommand: Command = { usage: USAGE, run };

async function run(args: string[], { env, stdout, stderr }: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      secrets: { type: "string" },
      identity: { type: "string" },
      settings: { type: "string" },
      check: { type: "boolean", default: false },
    },
  });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) {
    throw new UsageError("Name one backup.");
  }
  if ((values.secrets === undefined) !== (values.identity === undefined)) {
    throw new UsageError("Give both or none: --secrets FILE and --identity FILE.");
  }
  const place = readSettings(env);
  const { databaseUrl, dataDir } = place;
  if (databaseUrl === null && values.settings !== undefined) {
    throw new UsageError(
      "Without DATABASE_URL the secrets go into DATA_DIR; there are no --settings to make.",
    );
  }
  if (
    databaseUrl !== null &&
    values.secrets !== undefined &&
    values.settings === undefined &&
    !values.check
  ) {
    throw new UsageError("Say where the secrets go that every server needs: --settings FILE.");
  }
  const folder = dataFolderAt(dataDir);
  if (!values.check && databaseUrl === null) {
    await requireServed(place);
    await refuseDatabase(folder);
    await requireStopped(place);
  }
  const backup = await openBackup(resolve(name));
  try {
    const brought =
      values.secrets === undefined || values.identity === undefined
        ? {}
        : parseSecrets(await unsealSecrets(values.secrets, values.identity));
    refuseOtherSettings(env, brought);
    const secrets = await secretsOf(readConfig({ ...brought, ...whatIsSet(env) }));
    requireOwnSecrets(backup.db, secrets);
    if (databaseUrl === null) {
      await refuseOtherSecrets(folder.path, secrets);
    }
    const forgotten = await countForgotten(backup.db, folder.path);
    stdout.write(`${describe(backup, name)}\n`);
    if (secrets.keyEncryptionKey === null && needsVaultKey(backup.db)) {
      stderr.write(
        "There is no key-encryption key: keys go on working, and cannot be shown again.\n",
      );
    }
    if (values.check) {
      return;
    }
    if (databaseUrl === null) {
      await restoreSqlite(backup, folder, values.secrets === undefined ? null : secrets);
    } else {
      const file = values.settings === undefined ? null : resolve(values.settings);
      const settings = file === null ? null : await planSettingsFile(file, databaseUrl, secrets);
      await restorePostgres(backup, databaseUrl);
      await settings?.make();
      stdout.write(file === null ? "" : `Every server needs the settings in ${file}.\n`);
    }
    stdout.write("Restored, and compared row by row.\n");
    stderr.write(`${wordsOnSigned(forgotten)}\n`);
  } finally {
    backup.db.close();
  }
}

/** The settings without those that are empty, which count as not set. */
function whatIsSet(env: CommandIo["env"]): CommandIo["env"] {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
}

/** Settings win over what was brought, so they must be the same. */
function refuseOtherSettings(
  env: CommandIo["env"],
  brought: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(brought)) {
    const set = env[name]?.trim() ?? "";
    if (set !== "" && set.toLowerCase() !== value.toLowerCase()) {
      throw new StartError(
        `${name} is set, and is not what the encrypted secrets hold. Unset it, or find the secrets that belong to it.`,
      );
    }
  }
}

function describe({ madeAtMs, rows, tables }: Backup, name: string): string {
  const made = new Date(madeAtMs).toISOString();
  return `${name} is sound: ${rows} rows of ${tables.length} tables, as of ${made}.`;
}

function wordsOnSigned(forgotten: number | null): string {
  if (forgotten === null) {
    return "This folder has no signed-headers.ndjson. If the machine that ran last still has its own, put that here before the start.";
  }
  return forgotten === 0
    ? "signed-headers.ndjson was left as it is."
    : `signed-headers.ndjson was left as it is; the start puts back ${forgotten} headers that were signed since the backup.`;
}

if (import.meta.main) {
  await runProgram(restoreCommand);
}
