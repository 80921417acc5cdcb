import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";

/** How often a server keeps it, in ms. */
export const KEEP_MS = 60_000;

const TOLD = "told_until";
const DOUBTED = "doubted_since";

type Name = typeof TOLD | typeof DOUBTED;

/** The time until which rounds were told by any server on the store, epoch ms; undefined before the first. */
export function readToldUntil({ db }: Store): Promise<number | undefined> {
  return read(db, TOLD);
}

/** Keeps that rounds were told until a time, if nobody has kept a later one. */
export async function keepToldUntil(store: Store, untilMs: number): Promise<void> {
  const kept = await readToldUntil(store);
  if (kept === undefined || kept < untilMs) {
    await write(store.lazyDb, TOLD, untilMs);
  }
}

/** Until when rounds were told before a leap that nobody has confirmed, epoch ms; undefined without one. */
export function readDoubtedSince({ db }: Store): Promise<number | undefined> {
  return read(db, DOUBTED);
}

/** Keeps that the clock is doubted, on the disk: a restart must not end it. */
export function keepDoubtedSince({ db }: Store, sinceMs: number): Promise<void> {
  return write(db, DOUBTED, sinceMs);
}

/** Forgets that the clock was doubted. */
export async function endDoubt({ db }: Store): Promise<void> {
  await db.deleteFrom("meta").where("name", "=", DOUBTED).execute();
}

async function read(db: Kysely<Schema>, name: Name): Promise<number | undefined> {
  const row = await db
    .selectFrom("meta")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row === undefined ? undefined : Number(row.value);
}

async function write(db: Kysely<Schema>, name: Name, ms: number): Promise<void> {
  const value = String(ms);
  await db
    .insertInto("meta")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}
