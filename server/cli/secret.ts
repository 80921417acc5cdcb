import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dateOfDay, dayAt, dayOfDate } from "../../src/fairness/utc-day.ts";
import { laterSecretFile, laterSecretsIn, lastPublishedDay } from "../fairness/dated-secrets.ts";
import { StartError } from "../runtime/start-error.ts";
import { dataFolderAt, openDataFolder } from "../store/data-folder.ts";
import { createKeyFile } from "../store/key-file.ts";
import { readSettings, withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";

const USAGE = `Usage: npm run -s secret -- rotate [--from YYYY-MM-DD]

  Creates a secret for all rounds from that UTC day on; by default, from the first day whose
  header is not published yet. Earlier rounds still need the earlier secret, so keep both.

  The new secret goes to the data folder, where a running service finds it. If DATABASE_URL is set, the
  command prints a LATER_SECRETS line instead, which includes earlier ones. Set it on every
  server before that day's header is published, which happens a day ahead.`;

export const secretCommand: Command = { usage: USAGE, run };

async function run(args: string[], { env, stdout, stderr }: CommandIo): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { from: { type: "string" } },
  });
  const wanted = values.from === undefined ? undefined : dayOfDate(values.from);
  if (positionals.join(" ") !== "rotate") {
    throw new UsageError("The only command is rotate.");
  }
  if (wanted === null) {
    throw new UsageError("--from must be a date such as 2027-01-01, not before 2026.");
  }
  const [published, announced] = await withCliStore(env, async (store) => [
    (await lastPublishedDay(store)) ?? dayAt(Date.now()),
    await store.db.selectFrom("secret_era").select("from_day").execute(),
  ]);
  const fromDay = wanted ?? published + 1;
  if (fromDay <= published) {
    throw new StartError(
      `The headers of all days up to ${dateOfDay(published)} are already published. Choose ${dateOfDay(published + 1)} or later.`,
    );
  }
  const { databaseUrl, dataDir } = readSettings(env);
  const isShared = databaseUrl !== null;
  const entries = (env["LATER_SECRETS"] ?? "").split(",").map((entry) => entry.trim());
  const later = isShared
    ? entries.map((entry) => dayOfDate(entry.slice(0, 10))).filter((day) => day !== null)
    : (await laterSecretsIn(dataDir)).map((secret) => secret.fromDay);
  const missing = announced.filter((era) => !later.includes(era.from_day));
  if (isShared && missing.length > 0) {
    const dates = missing.map((era) => dateOfDay(era.from_day)).join(", ");
    throw new StartError(
      `LATER_SECRETS lacks the secret from ${dates}, which this database uses. Run this command with the servers' settings.`,
    );
  }
  const date = dateOfDay(fromDay);
  const file = join(dataFolderAt(dataDir).path, laterSecretFile(fromDay));
  if (later.includes(fromDay)) {
    throw new StartError(
      `Rounds from ${date} on already have a secret of their own, in ${isShared ? "LATER_SECRETS" : file}. Nothing was created. Choose a different day with --from.`,
    );
  }
  const next = Math.min(...later.filter((day) => day > fromDay));
  const end = next === Infinity ? "" : `, until the secret from ${dateOfDay(next)} takes over`;
  if (isShared) {
    const secret = `${date}:${randomBytes(32).toString("hex")}`;
    stdout.write(`LATER_SECRETS=${[...entries.filter(Boolean), secret].join(",")}\n`);
    stderr.write(
      `Rounds from ${date} on use this secret${end}. Save the line, put it into the settings of every server before ${dateOfDay(fromDay - 1)} 00:00 UTC, and keep the earlier secret.\n`,
    );
    return;
  }
  await openDataFolder(dataDir);
  await createKeyFile(file);
  stdout.write(
    `Rounds from ${date} on use the secret in ${file}${end}. Keep both this secret and the earlier one, and make a new backup.\n`,
  );
}

if (import.meta.main) {
  await runProgram(secretCommand);
}
