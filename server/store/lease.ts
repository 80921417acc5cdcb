import type { Store } from "./store.ts";

/** Far more than any lease is taken for, and than clocks differ. */
const LONGEST_MS = 86_400_000;

/**
 * Takes or keeps the lease of a piece of work, which one process may do at a time.
 *
 * A power cut may undo it, which ends the process that held it as well.
 *
 * @param holder who asks, unique among all processes.
 * @returns whether it is the holder's until `endsAtMs`; a lease that ran out is anybody's, and so is one of a
 *   damaged row, which ends when none does.
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
        .where((is) =>
          is.or([
            is("lease.holder", "=", holder),
            is("lease.ends_at", "<=", nowMs),
            is("lease.ends_at", ">", nowMs + LONGEST_MS),
          ]),
        ),
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
