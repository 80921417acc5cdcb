import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeBackup } from "../backup/make-backup.ts";
import { sealSecrets } from "../backup/sealed-secrets.ts";
import { formatSecrets, secretsOf } from "../backup/secret-texts.ts";
import { needsVaultKey, requireOwnSecrets, requireStarted } from "../backup/service-facts.ts";
import { makeWholeFile, refuseFile } from "../backup/whole-file.ts";
import { readConfig } from "../config/config.ts";
import { readSettings, placeOf } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { requireServed } from "./served-folder.ts";

const USAGE = `Usage: npm run -s backup -- FILE [--secrets FILE --to age1… [--to age1…]]

  Backs the database up into FILE, as it is at one instant, while the service runs. FILE is made with
  mode 0600, read back and compared before it gets its name, and never written over.

  With --secrets, the secrets go into a file of their own, encrypted to the public keys of --to, which
  \`age-keygen\` makes. They change only by \`secret rotate\`, so one copy does, apart from FILE.`;

export const backupCommand: Command = { usage: USAGE, run };

async function run(args: string[], io: CommandIo): Promise<void> {
  const { env, stdout, stderr, now = Date.now } = io;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { secrets: { type: "string" }, to: { type: "string", multiple: true } },
  });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) {
    throw new UsageError("Name one file to back up into.");
  }
  const { secrets: secretsName, to = [] } = values;
  if ((secretsName === undefined) !== (to.length === 0)) {
    throw new UsageError("Give both or none: --secrets FILE, and --to with a public key.");
  }
  const place = readSettings(env);
  await requireServed(place);
  const file = resolve(name);
  const secrets = secretsName === undefined ? null : await secretsOf(readConfig(env));
  const sealed = secrets === null ? null : await sealSecrets(formatSecrets(secrets), to);
  if (secretsName !== undefined) {
    await refuseFile(resolve(secretsName));
  }
  const { rows, tables } = await makeBackup(placeOf(place), file, now(), async ({ db }) => {
    requireStarted(db);
    if (secrets === null || sealed === null) {
      return;
    }
    requireOwnSecrets(db, secrets);
    if (secrets.keyEncryptionKey === null && needsVaultKey(db)) {
      stderr.write("There is no key-encryption key here: keys could not be shown again.\n");
    }
    // Before the backup has its name: one without its secrets is never left behind.
    await makeWholeFile(resolve(secretsName as string), (draft) => writeFile(draft, sealed));
  });
  stdout.write(
    `Backed up into ${file}: ${rows} rows of ${tables.length} tables, read back and compared.\n`,
  );
  if (secretsName === undefined) {
    stderr.write("The secrets are not in it: keep a copy of them apart (--secrets).\n");
  } else {
    stdout.write(`The secrets are in ${resolve(secretsName)}, for whoever has the identity.\n`);
  }
}

if (import.meta.main) {
  await runProgram(backupCommand);
}
