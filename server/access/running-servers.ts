import { setTimeout as pause } from "node:timers/promises";
import type { Transaction } from "kysely";
import { presentMs } from "../store/database-time.ts";
import { readRevision } from "../store/revision.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";

/** How many servers have loaded a change. */
export interface Confirmation {
  /** Servers whose heartbeat since the change says that they have loaded it. */
  readonly confirmed: number;
  /** Servers whose heartbeat since the change says that they have not. */
  readonly late: number;
  /** Servers without a heartbeat since the change, but with one shortly before: they may be gone. */
  readonly silent: number;
}

/** A server without a heartbeat for so long is gone. Clocks of servers differ a little. */
const GONE_MS = 30_000;
const LOOK_MS = 100;

/**
 * Makes a change and waits until every running server has loaded it, for `waitMs` at most. That should
 * be longer than the time between two heartbeats: only a new one proves that a server runs.
 *
 * @param now this machine's clock, needed only where the servers run on this machine too.
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
    const nowMs = await presentMs(
      store,
      running.length > 0 ? newest(running) : isLate ? now() : Number.NEGATIVE_INFINITY,
    );
    const confirmed = running.filter(({ revision }) => revision >= wanted).length;
    const late = running.length - confirmed;
    const silent = servers.filter((row) => !spoke(row) && row.seenAtMs > nowMs - GONE_MS).length;
    if (isLate || late + silent === 0) {
      return { confirmed, late, silent };
    }
    await pause(LOOK_MS);
  }
}

/** An instant that is past for every server: the earliest of both clocks and of the last heartbeats of all servers. */
export async function pastForServers(
  db: Transaction<Schema>,
  { tellsTime }: Pick<Store, "tellsTime">,
  nowMs: number,
): Promise<number> {
  const servers = await readServers({ db });
  const present = await presentMs({ db, tellsTime }, nowMs);
  return Math.min(nowMs, present, ...servers.map(({ seenAtMs }) => seenAtMs));
}

/**
 * Whether any server runs, as far as heartbeats tell.
 *
 * @param nowMs this machine's clock, needed only where the servers run on this machine too.
 */
export async function isAnyRunning(
  { db, tellsTime }: Pick<Store, "db" | "tellsTime">,
  nowMs: number,
): Promise<boolean> {
  const present = await presentMs({ db, tellsTime }, nowMs);
  const servers = await readServers({ db });
  return servers.some(({ seenAtMs }) => seenAtMs > present - GONE_MS);
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
