import type { Store } from "../../server/store/store.ts";

/** Writes the time of the last reveal, as a server does before each reveal. */
export async function writeRevealedUntil({ db }: Store, endMs: number): Promise<void> {
  const value = String(endMs);
  await db
    .insertInto("meta")
    .values({ name: "revealed_until", value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Reads the time of the last reveal; null before the first. */
export async function readRevealedUntil({ db }: Store): Promise<number | null> {
  const rows = db.selectFrom("meta").select("value").where("name", "=", "revealed_until");
  const row = await rows.executeTakeFirst();
  return row === undefined ? null : Number(row.value);
}
