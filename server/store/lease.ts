import { DAY_MS } from "../../src/round/phases.ts";
import type { Store } from "./store.ts";

/** Far longer than any lease, and than the difference between clocks. */
const MAX_LEASE_MS = DAY_MS;

/**
 * Takes or renews the lease of a task that only one process may do at a time. A power failure may lose this write, but
 * it also ends the process that holds the lease.
 *
 * @param holder the caller, unique among all processes.
 * @returns whether the holder has the lease until `endsAtMs`. An expired lease is free, and so is a damaged one with an
 * impossible end.
 */
export async function takeLease(
  store: Store,
  name: string,
  holder: string,
  { nowMs, endsAtMs }: { nowMs: number; endsAtMs: number },
): Promise<boolean> {
  const row = await store.lazyDb
    .insertInto("lease")
    .values({ name, holder, ends_at: endsAtMs })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ holder, ends_at: endsAtMs })
        .where((eb) =>
          eb.or([
            eb("lease.holder", "=", holder),
            eb("lease.ends_at", "<=", nowMs),
            eb("lease.ends_at", ">", nowMs + MAX_LEASE_MS),
          ]),
        ),
    )
    .returning("holder")
    .executeTakeFirst();
  return row !== undefined;
}

/** Releases a lease early, so that the next process need not wait. */
export async function releaseLease(store: Store, name: string, holder: string): Promise<void> {
  await store.lazyDb
    .deleteFrom("lease")
    .where("name", "=", name)
    .where("holder", "=", holder)
    .execute();
}
