import type { Kysely } from "kysely";
import { isInstant } from "../access/end-date.ts";
import { damagedRow } from "../store/store-error.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";

/** How often a server saves it, in ms. */
export const SAVE_MS = 60_000;

const PUBLISHED = "told_until";
const DOUBTED = "doubted_since";

type Name = typeof PUBLISHED | typeof DOUBTED;

/**
 * Until when any server on the store has published rounds, epoch ms; undefined before the first.
 *
 * @throws StoreError when the row holds no time.
 */
export function readPublishedUntil({ db }: Store): Promise<number | undefined> {
  return read(db, PUBLISHED);
}

/** Saves until when rounds were published, unless a later time is saved already. */
export async function savePublishedUntil(store: Store, untilMs: number): Promise<void> {
  const kept = await readPublishedUntil(store);
  if (kept === undefined || kept < untilMs) {
    await write(store.lazyDb, PUBLISHED, untilMs);
  }
}

/** Until when the clock was trusted before a jump that no witness confirmed, epoch ms; undefined for none. */
export function readDoubtedSince({ db }: Store): Promise<number | undefined> {
  return read(db, DOUBTED);
}

/** Saves on the disk that the clock is doubted: a restart must not end it. */
export function saveDoubtedSince({ db }: Store, sinceMs: number): Promise<void> {
  return write(db, DOUBTED, sinceMs);
}

/** Notes that the clock is trusted again. */
export async function endDoubt({ db }: Store): Promise<void> {
  await db.deleteFrom("meta").where("name", "=", DOUBTED).execute();
}

async function read(db: Kysely<Schema>, name: Name): Promise<number | undefined> {
  const row = await db
    .selectFrom("meta")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  const ms = Number(row.value);
  if (!isInstant(ms)) {
    throw damagedRow("meta", name, "it is no time");
  }
  return ms;
}

async function write(db: Kysely<Schema>, name: Name, ms: number): Promise<void> {
  const value = String(ms);
  await db
    .insertInto("meta")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
