import { setTimeout as pause } from "node:timers/promises";
import type { Chore } from "../chores.ts";
import { readRevision } from "../store/revision.ts";
import type { Store } from "../store/store.ts";

/** What a server says of itself in the store. */
export interface Presence {
  /** Says which revision this server goes by from now on. Never throws. */
  loaded(revision: number): void;
  /** Says it again, so that a server that is gone is told from one that is late. */
  readonly chore: Chore;
  /** Says goodbye. */
  leave(): Promise<void>;
}

/** How the servers that run took in the latest change. */
export interface Confirmation {
  /** So many servers go by it. */
  readonly confirmed: number;
  /** So many run and do not, though they were waited for. */
  readonly late: number;
}

const SIGN_OF_LIFE_MS = 5_000;
/** Without a sign for so long, a server is taken to be gone. Clocks of machines differ a little. */
const GONE_MS = 30_000;
const FORGOTTEN_MS = 24 * 3_600_000;
const LOOK_MS = 100;

/** Tells of a server. @param id unique among all processes. */
export function announceServer(store: Store, id: string, now: () => number): Presence {
  let revision: number | undefined;
  let saying: Promise<void> = Promise.resolve();

  async function say(): Promise<void> {
    const row = { revision: revision ?? 0, seen_at: now() };
    await store.lazyDb
      .insertInto("server")
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
    await store.lazyDb
      .deleteFrom("server")
      .where("seen_at", "<", now() - FORGOTTEN_MS)
      .execute();
  }

  return {
    loaded(found) {
      revision = found;
      // What cannot be said now is said with the next sign of life.
      saying = saying.then(say).catch(() => {});
    },
    chore: { name: "presence", everyMs: SIGN_OF_LIFE_MS, work: say },
    async leave() {
      await saying;
      await store.lazyDb.deleteFrom("server").where("id", "=", id).execute();
    },
  };
}

/** Waits until every server that runs goes by the latest change, for `waitMs` at most. */
export async function confirmedByServers(
  store: Store,
  now: () => number,
  waitMs: number,
): Promise<Confirmation> {
  const wanted = await readRevision(store);
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const servers = await store.db.selectFrom("server").selectAll().execute();
    const confirmed = servers.filter(({ revision }) => revision >= wanted).length;
    const late = servers.filter(
      ({ revision, seen_at: seenAtMs }) => revision < wanted && seenAtMs > now() - GONE_MS,
    ).length;
    if (late === 0 || waitedMs >= waitMs) {
      return { confirmed, late };
    }
    await pause(LOOK_MS);
  }
}
