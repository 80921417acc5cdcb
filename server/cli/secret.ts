import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dateOfDay, dayAt, dayOfDate } from "../../src/fairness/utc-day.ts";
import type { Environment } from "../config/settings.ts";
import { laterSecretFile, laterSecretsIn, lastPublishedDay } from "../fairness/dated-secrets.ts";
import { StartError } from "../runtime/start-error.ts";
import { openDataFolder } from "../store/data-folder.ts";
import { createKeyFile } from "../store/key-file.ts";
import { withCliStore } from "./cli-store.ts";
import { runProgram, UsageError } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";

const USAGE = `Usage: npm run -s secret -- rotate [--from YYYY-MM-DD]

  Creates a secret that decides all rounds from that UTC day on; by default, from the first day whose
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
    throw new UsageError("--from must be a date of 2026 or later, such as 2027-01-01.");
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
  const dates = announced.map((era) => dateOfDay(era.from_day));
  stdout.write(`${await rotate(fromDay, env, dates)}\n`);
  if (env["DATABASE_URL"]?.trim()) {
    const days = (env["LATER_SECRETS"] ?? "").split(",").map((entry) => entry.trim().slice(0, 10));
    const end = untilNext(
      fromDay,
      days.map((day) => dayOfDate(day) ?? fromDay),
    );
    stderr.write(
      `Rounds from ${dateOfDay(fromDay)} on are decided by this secret${end}. Save the line, put it into the settings of every server before ${dateOfDay(fromDay - 1)} 00:00 UTC, and keep the earlier secret.\n`,
    );
  }
}

/** @param announced the first days of the secrets in the database. */
async function rotate(
  fromDay: number,
  env: Environment,
  announced: readonly string[],
): Promise<string> {
  if (env["DATABASE_URL"]?.trim()) {
    const earlier = env["LATER_SECRETS"]?.split(",").filter((entry) => entry.trim() !== "") ?? [];
    const date = dateOfDay(fromDay);
    const holds = (day: string) => earlier.some((entry) => entry.trim().startsWith(`${day}:`));
    const missing = announced.filter((day) => !holds(day));
    if (missing.length > 0) {
      throw new StartError(
        `LATER_SECRETS lacks the secret from ${missing.join(", ")}, which this database uses. Run this command with the servers' settings.`,
      );
    }
    if (holds(date)) {
      throw alreadyRotated(date, "LATER_SECRETS");
    }
    return `LATER_SECRETS=${[...earlier, `${date}:${randomBytes(32).toString("hex")}`].join(",")}`;
  }
  const folder = await openDataFolder(env["DATA_DIR"]?.trim() || "./data");
  const file = join(folder.path, laterSecretFile(fromDay));
  if (existsSync(file)) {
    throw alreadyRotated(dateOfDay(fromDay), file);
  }
  const later = await laterSecretsIn(folder.path);
  const end = untilNext(
    fromDay,
    later.map((each) => each.fromDay),
  );
  await createKeyFile(file);
  return `Rounds from ${dateOfDay(fromDay)} on are decided by the secret in ${file}${end}. Keep both this secret and the earlier one, and make a new backup.`;
}

/** Names the first of these days, each with a secret of its own, after `fromDay`; empty if there is none. */
function untilNext(fromDay: number, days: readonly number[]): string {
  const next = Math.min(...days.filter((day) => day > fromDay));
  return next === Infinity ? "" : `, until the secret from ${dateOfDay(next)} takes over`;
}

function alreadyRotated(date: string, place: string): StartError {
  return new StartError(
    `Rounds from ${date} on already have a secret of their own, in ${place}. Nothing was created. Choose a different day with --from.`,
  );
}

if (import.meta.main) {
  await runProgram(secretCommand);
}
