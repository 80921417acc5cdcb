import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { intoPostgres } from "../backup/into-postgres.ts";
import { moveAway } from "../backup/move-away.ts";
import { secretsOf } from "../backup/secret-texts.ts";
import { requireOwnSecrets } from "../backup/service-facts.ts";
import { planSettingsFile } from "../backup/settings-file.ts";
import { openAlone } from "../backup/sole-use.ts";
import { sqliteRows } from "../backup/sqlite-rows.ts";
import { tablesOf } from "../backup/tables.ts";
import { requireWholeTables } from "../backup/whole-tables.ts";
import { postgresUrl, readConfig } from "../config/config.ts";
import { SETTINGS } from "../config/settings.ts";
import { StartError } from "../runtime/start-error.ts";
import { dataFolderAt, movedFile } from "../store/data-folder.ts";
import { queriesOf } from "../store/read-store.ts";
import { explainSqliteFault } from "../store/sqlite-fault.ts";
import { examineSqlite } from "../store/sqlite.ts";
import { StoreError } from "../store/store-error.ts";
import { readSettings } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import { requireServed } from "./served-folder.ts";

const USAGE = `Usage: npm run -s move -- --to DATABASE_URL --settings FILE

  Moves a service from the SQLite database in DATA_DIR to an empty PostgreSQL database. Keys, accounts
  and payments go on as they are; rounds do anyway. Stop the service first.

  FILE is made with mode 0600, and gets DATABASE_URL and the secrets that every server needs from then on.
  All rows are compared. Interrupted at any moment, the service can go on where it was, and the same
  command begins anew or finishes.`;

export const moveCommand: Command = { usage: USAGE, run };

async function run(args: string[], { env, stdout }: CommandIo): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { to: { type: "string" }, settings: { type: "string" } },
  });
  const place = readSettings(env);
  const { databaseUrl, dataDir } = place;
  if (values.to === undefined || values.settings === undefined) {
    throw new UsageError(
      "Say where to, and where the settings go: --to DATABASE_URL --settings FILE.",
    );
  }
  const url = postgresUrl(values.to);
  if (url === undefined) {
    throw new UsageError(`--to must be ${SETTINGS.DATABASE_URL.allowed}.`);
  }
  if (databaseUrl !== null) {
    throw new StartError(
      "DATABASE_URL is set, so this service is on PostgreSQL. Unset it to move one from SQLite.",
    );
  }
  await requireServed(place);
  const folder = dataFolderAt(dataDir);
  const settingsFile = resolve(values.settings);
  if (!existsSync(folder.databaseFile)) {
    throw new StartError(
      existsSync(movedFile(folder))
        ? `The service in ${folder.path} was moved to PostgreSQL already.`
        : `There is no service in ${folder.path}. Set DATA_DIR to the folder of yours.`,
    );
  }
  const db = await openAlone(folder.databaseFile);
  try {
    requireMovable(db, folder.databaseFile);
    await requireWholeTables(queriesOf(db));
    const secrets = await secretsOf(readConfig(env));
    requireOwnSecrets(db, secrets);
    const settings = await planSettingsFile(settingsFile, url, secrets);
    const rows = await intoPostgres(url, tablesOf(db), sqliteRows(db)).catch((error: unknown) => {
      throw namingOption(error);
    });
    await settings.make();
    await moveAway(db, folder);
    stdout.write(`Moved ${rows} rows, and compared them one by one.\n`);
  } catch (error) {
    throw explainSqliteFault(error, folder.databaseFile);
  } finally {
    db.close();
  }
  stdout.write(
    `Start with the settings in ${settingsFile}, and the same DATA_DIR on this machine. What was the database is ${movedFile(folder)}.\n`,
  );
}

function requireMovable(db: DatabaseSync, file: string): void {
  if (!examineSqlite(db, file)) {
    throw new StartError(
      `No service ever started on ${file}: it is empty. Set DATA_DIR to the folder of yours.`,
    );
  }
}

/** The words of a PostgreSQL database name the setting by which all else finds it. */
function namingOption(error: unknown): unknown {
  return error instanceof StoreError
    ? new StoreError(error.fault, error.message.replaceAll("DATABASE_URL", "--to"), {
        cause: error,
      })
    : error;
}

if (import.meta.main) {
  await runProgram(moveCommand);
}
