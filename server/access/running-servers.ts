import { setTimeout as pause } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { Job } from "../runtime/jobs.ts";
import { databaseTime } from "../store/database-time.ts";
import { readRevision } from "../store/revision.ts";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";

/** What a server says of itself in the store. */
export interface Presence {
  /** Says which revision this server goes by from now on. Never throws. */
  loaded(revision: number): void;
  /** Says it again, so that a server that is gone is told from one that is late. */
  readonly job: Job;
  /** Says goodbye. */
  leave(): Promise<void>;
}

/** How the servers that run took in a change. */
export interface Confirmation {
  /** So many servers have said since that they go by it. */
  readonly confirmed: number;
  /** So many have said since that they do not. */
  readonly late: number;
  /** So many have said nothing since, though they did shortly before: they may be gone. */
  readonly silent: number;
}

const SIGN_OF_LIFE_MS = 5_000;
/** Without a sign for so long, a server is taken to be gone. Clocks of servers differ a little. */
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
    job: { name: "presence", everyMs: SIGN_OF_LIFE_MS, work: say },
    async leave() {
      await saying;
      await store.lazyDb.deleteFrom("server").where("id", "=", id).execute();
    },
  };
}

/**
 * Makes a change and waits until every server that runs goes by it, for `waitMs` at most. That should
 * be longer than the time between two signs of life: only who gives one meanwhile is known to run.
 *
 * @param now this machine's clock. It is asked only where the servers run on this machine as well.
 */
export async function confirmedByServers(
  store: Store,
  change: () => Promise<void>,
  { now, waitMs }: { readonly now: () => number; readonly waitMs: number },
): Promise<Confirmation> {
  const before = new Map((await readServers(store)).map((row) => [row.id, row]));
  await change();
  const wanted = await readRevision(store);
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const servers = await readServers(store);
    const spoke = ({ id, revision, seenAtMs }: ServerRow) =>
      before.get(id)?.revision !== revision || before.get(id)?.seenAtMs !== seenAtMs;
    const running = servers.filter(spoke);
    const isLate = waitedMs >= waitMs;
    const nowMs =
      (await databaseTime(store)) ??
      (running.length > 0 ? newest(running) : isLate ? now() : Number.NEGATIVE_INFINITY);
    const confirmed = running.filter(({ revision }) => revision >= wanted).length;
    const late = running.length - confirmed;
    const silent = servers.filter((row) => !spoke(row) && row.seenAtMs > nowMs - GONE_MS).length;
    if (isLate || late + silent === 0) {
      return { confirmed, late, silent };
    }
    await pause(LOOK_MS);
  }
}

/**
 * An instant that is past for every server, however wrong this machine's clock is: the least of it,
 * the database's clock and the latest signs of life of all servers.
 */
export async function pastForServers(
  db: Transaction<Schema>,
  { tellsTime }: Pick<Store, "tellsTime">,
  nowMs: number,
): Promise<number> {
  const servers = await readServers({ db });
  const databaseMs = (await databaseTime({ db, tellsTime })) ?? nowMs;
  return Math.min(nowMs, Math.floor(databaseMs), ...servers.map(({ seenAtMs }) => seenAtMs));
}

interface ServerRow {
  readonly id: string;
  readonly revision: number;
  readonly seenAtMs: number;
}

function readServers({ db }: Pick<Store, "db">): Promise<ServerRow[]> {
  return db.selectFrom("server").select(["id", "revision", "seen_at as seenAtMs"]).execute();
}

function newest(servers: readonly ServerRow[]): number {
  return Math.max(...servers.map(({ seenAtMs }) => seenAtMs));
}
