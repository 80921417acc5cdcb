import type { Store } from "../store/store.ts";

/** How often a server keeps it, in ms. */
export const KEEP_MS = 60_000;

const NAME = "told_until";

/** The time until which rounds were told by any server on the store, epoch ms; undefined before the first. */
export async function readToldUntil({ db }: Store): Promise<number | undefined> {
  const row = await db
    .selectFrom("meta")
    .select("value")
    .where("name", "=", NAME)
    .executeTakeFirst();
  return row === undefined ? undefined : Number(row.value);
}

/** Keeps that rounds were told until a time, if nobody has kept a later one. */
export async function keepToldUntil(store: Store, untilMs: number): Promise<void> {
  const kept = await readToldUntil(store);
  if (kept === undefined || kept < untilMs) {
    const value = String(untilMs);
    await store.lazyDb
      .insertInto("meta")
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  }
}
