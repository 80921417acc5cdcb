import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { dateOfDay, dayOfDate } from "../../src/fairness/utc-day.ts";
import type { Config, LaterSecret } from "../config/config.ts";
import { StartError } from "../runtime/start-error.ts";
import { readKeyFile } from "../store/key-file.ts";
import type { Store } from "../store/store.ts";
import { fingerprintOf } from "./secret.ts";

/** The service's secrets and the days to which each one applies: the first secret and its replacements. */
export type DatedSecrets = Awaited<ReturnType<typeof openDatedSecrets>>;

/**
 * The sources of later secrets. Files in the data folder count only without a shared database, because servers that
 * share a database must have the same secrets.
 */
type LaterSources = Pick<Config, "dataDir" | "databaseUrl" | "laterSecrets">;

const FILE = /^secret\.(\d{4}-\d{2}-\d{2})$/;

/**
 * Opens the first secret, which is already loaded, and the later ones. The store has a fingerprint of each.
 *
 * @throws StartError if a secret is malformed, lost, or not the announced one, or would take effect on a day whose
 * header is already published.
 */
export async function openDatedSecrets(
  first: Uint8Array,
  { dataDir, databaseUrl, laterSecrets }: LaterSources,
  store: Store,
) {
  let later: readonly LaterSecret[] = [];
  async function check(): Promise<void> {
    const kept = databaseUrl === null ? await laterSecretsIn(dataDir) : [];
    const found = [...laterSecrets, ...kept];
    found.sort((a, b) => a.fromDay - b.fromDay);
    await claim(store, found);
    later = found;
  }
  await check();
  return {
    /** The secret (32 bytes) that applies on a UTC day. Each game's secret for that day is derived from it. */
    of: (day: number) => later.findLast(({ fromDay }) => fromDay <= day)?.secret ?? first,
    /** Looks for newly added secrets. Throws like {@link openDatedSecrets}. */
    check,
  };
}

export function laterSecretFile(day: number): string {
  return `secret.${dateOfDay(day)}`;
}

/**
 * Reads the later secrets in a data folder; none if `dataDir` is null.
 *
 * @throws StartError if a file is malformed or cannot be read.
 */
export async function laterSecretsIn(dataDir: string | null): Promise<LaterSecret[]> {
  if (dataDir === null || !existsSync(dataDir)) {
    return [];
  }
  const found: LaterSecret[] = [];
  for (const name of await readdir(dataDir)) {
    const fromDay = dayOfDate(FILE.exec(name)?.[1] ?? "");
    const secret = fromDay === null ? undefined : await readKeyFile(join(dataDir, name));
    if (fromDay !== null && secret !== undefined) {
      found.push({ fromDay, secret });
    }
  }
  return found;
}

/** Compares the secrets with their stored fingerprints, and stores the new fingerprints. */
async function claim(store: Store, found: readonly LaterSecret[]): Promise<void> {
  const rows = await store.db.selectFrom("secret_era").selectAll().execute();
  const known = new Map(rows.map((row) => [row.from_day, row.fingerprint]));
  for (const fromDay of known.keys()) {
    if (!found.some((later) => later.fromDay === fromDay)) {
      throw new StartError(
        `The secret that applies from ${dateOfDay(fromDay)} is missing. Restore it: ${laterSecretFile(fromDay)} in the data folder, or LATER_SECRETS.`,
      );
    }
  }
  for (const { fromDay, secret } of found) {
    const fingerprint = known.get(fromDay) ?? (await announce(store, fromDay, secret));
    if (fingerprint !== fingerprintOf(secret)) {
      throw new StartError(
        `The secret that applies from ${dateOfDay(fromDay)} does not match the announced secret. It would change every later round, so it is not used. Restore the announced one.`,
      );
    }
  }
}

async function announce(store: Store, fromDay: number, secret: Uint8Array): Promise<string> {
  const published = await lastPublishedDay(store);
  if (published !== null && fromDay <= published) {
    throw new StartError(
      `A new secret cannot apply from ${dateOfDay(fromDay)}. The headers of all days up to ${dateOfDay(published)} are already published. Choose a later day.`,
    );
  }
  await store.db
    .insertInto("secret_era")
    .values({ from_day: fromDay, fingerprint: fingerprintOf(secret) })
    .onConflict((conflict) => conflict.column("from_day").doNothing())
    .execute();
  const row = await store.db
    .selectFrom("secret_era")
    .select("fingerprint")
    .where("from_day", "=", fromDay)
    .executeTakeFirstOrThrow();
  return row.fingerprint;
}

/** The last UTC day with a published header for any game; null if there is none. */
export async function lastPublishedDay(store: Store): Promise<number | null> {
  const { day } = await store.db
    .selectFrom("day_header")
    .select((select) => select.fn.max("day").as("day"))
    .executeTakeFirstOrThrow();
  // The query's type does not allow for an empty table.
  return day as number | null;
}
