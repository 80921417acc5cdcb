import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { dateOfDay, dayOfDate } from "../../src/fairness/utc-day.ts";
import type { LaterSecret } from "../config/config.ts";
import { StartError } from "../runtime/start-error.ts";
import { readKeyFile } from "../store/key-file.ts";
import type { Store } from "../store/store.ts";
import { fingerprintOf } from "./secret.ts";

/** The secret of each day: the first one, or one that took over later. */
export interface Secrets {
  /** The secret (32 bytes) of a UTC day. */
  of(day: number): Uint8Array;
  /** Looks for secrets that were put there since. Throws like {@link openSecrets}. */
  look(): Promise<void>;
}

/** Where the secrets that take over later come from. */
export interface LaterSources {
  /** The data folder, which keeps a file `secret.YYYY-MM-DD` for each. Null: there is none. */
  readonly dataDir: string | null;
  /** Those of the settings. */
  readonly given: readonly LaterSecret[];
}

const FILE = /^secret\.(\d{4}-\d{2}-\d{2})$/;

/**
 * Opens the secrets: `first`, which was loaded already, and the planned ones after it. The store
 * remembers a fingerprint of each, like that of the first.
 *
 * @throws StartError when one is malformed, is lost or not the one that was announced, or would take
 *   over on a day whose header is published already.
 */
export async function openSecrets(
  first: Uint8Array,
  sources: LaterSources,
  store: Store,
): Promise<Secrets> {
  let later: readonly LaterSecret[] = [];
  async function look(): Promise<void> {
    const found = [...sources.given, ...(await laterSecretsIn(sources.dataDir))];
    found.sort((a, b) => a.fromDay - b.fromDay);
    await claim(store, found);
    later = found;
  }
  await look();
  return {
    of: (day) => later.findLast(({ fromDay }) => fromDay <= day)?.secret ?? first,
    look,
  };
}

/** The name of the file that holds the secret of a day and those after it. */
export function laterSecretFile(day: number): string {
  return `secret.${dateOfDay(day)}`;
}

/** Those of the files of a data folder. Null: there is none. @throws StartError when one is malformed, or cannot be read. */
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

/** Holds the secrets against what is known of them, and notes those that are new. */
async function claim(store: Store, found: readonly LaterSecret[]): Promise<void> {
  const rows = await store.db.selectFrom("secret_era").selectAll().execute();
  const known = new Map(rows.map((row) => [row.from_day, row.fingerprint]));
  for (const fromDay of known.keys()) {
    if (!found.some((later) => later.fromDay === fromDay)) {
      throw new StartError(
        `The secret that counts from ${dateOfDay(fromDay)} is gone. Put it back: ${laterSecretFile(fromDay)} in the data folder, or LATER_SECRETS.`,
      );
    }
  }
  for (const { fromDay, secret } of found) {
    const fingerprint = known.get(fromDay) ?? (await note(store, fromDay, secret));
    if (fingerprint !== fingerprintOf(secret)) {
      throw new StartError(
        `The secret that counts from ${dateOfDay(fromDay)} is not the one that was announced. With another every round since would change, so it is not used.`,
      );
    }
  }
}

async function note(store: Store, fromDay: number, secret: Uint8Array): Promise<string> {
  const published = await lastPublishedDay(store);
  if (published !== null && fromDay <= published) {
    throw new StartError(
      `A new secret cannot count from ${dateOfDay(fromDay)}: the days to ${dateOfDay(published)} are published already. Choose a later day.`,
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

/** The last UTC day of which any game's header is published; null when there is none. */
export async function lastPublishedDay(store: Store): Promise<number | null> {
  const { day } = await store.db
    .selectFrom("day_header")
    .select((select) => select.fn.max("day").as("day"))
    .executeTakeFirstOrThrow();
  // The type does not know that there may be no row.
  return day as number | null;
}
