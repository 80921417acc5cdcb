import type { Store } from "./store.ts";

/**
 * Takes or keeps the lease of a piece of work, which one process may do at a time.
 *
 * A power cut may undo it, which ends the process that held it as well.
 *
 * @param holder who asks, unique among all processes.
 * @returns whether it is the holder's until `endsAtMs`; a lease that ran out is anybody's.
 */
export async function takeLease(
  store: Store,
  name: string,
  holder: string,
  { nowMs, endsAtMs }: { nowMs: number; endsAtMs: number },
): Promise<boolean> {
  const taken = await store.lazyDb
    .insertInto("lease")
    .values({ name, holder, ends_at: endsAtMs })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ holder, ends_at: endsAtMs })
        .where((is) => is.or([is("lease.holder", "=", holder), is("lease.ends_at", "<=", nowMs)])),
    )
    .returning("holder")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Gives a lease back before its time, so that the next process need not wait. */
export async function dropLease(store: Store, name: string, holder: string): Promise<void> {
  await store.lazyDb
    .deleteFrom("lease")
    .where("name", "=", name)
    .where("holder", "=", holder)
    .execute();
}
