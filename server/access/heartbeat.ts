import type { Kysely } from "kysely";
import type { Job } from "../runtime/jobs.ts";
import { serialized, type Permit } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";

/**
 * What a running server writes about itself: that it runs, and which revision of keys and maintenance it
 * has loaded.
 */
export interface ServerHeartbeat {
  /**
   * Writes for the first time that this server runs.
   *
   * @param permit throws, within the transaction, when this server may not run beside the others.
   */
  join(permit: Permit): Promise<void>;
  /** Writes at once that this server has loaded a revision. Never throws. */
  loaded(revision: number): void;
  /**
   * Throws what the last beat failed with. A full disk, or one that fails, lets everything be read that was
   * there before: only a write tells.
   */
  requireWritten(): void;
  /** Writes it again and again, so that a server that is gone is told from one that is late. */
  readonly job: Job;
  /** Deletes this server's heartbeat. */
  leave(): Promise<void>;
}

const BEAT_MS = 2_000;
const FORGOTTEN_MS = 24 * 3_600_000;

/**
 * The heartbeat of a server.
 *
 * @param id unique among all processes.
 * @param now the service's clock, epoch ms.
 */
export function createHeartbeat(store: Store, id: string, now: () => number): ServerHeartbeat {
  let revision: number | undefined;
  let writing: Promise<void> = Promise.resolve();
  let fault: { readonly error: unknown } | undefined;

  async function beat(): Promise<void> {
    try {
      await write(store.lazyDb);
      await forget();
      fault = undefined;
    } catch (error) {
      fault = { error };
      throw error;
    }
  }

  async function write(db: Kysely<Schema>): Promise<void> {
    const row = { revision: revision ?? 0, seen_at: now() };
    await db
      .insertInto("server")
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }

  async function forget(): Promise<void> {
    await store.lazyDb
      .deleteFrom("server")
      .where("seen_at", "<", now() - FORGOTTEN_MS)
      .execute();
  }

  return {
    join: (permit) =>
      serialized(store, async (within) => {
        await permit(within);
        await write(within);
      }),
    loaded(found) {
      revision = found;
      // If this write fails, the next beat makes up for it.
      writing = writing.then(beat).catch(() => {});
    },
    requireWritten() {
      if (fault !== undefined) {
        throw fault.error;
      }
    },
    // What it fails with is reported by the watch of the store.
    job: { name: "presence", everyMs: BEAT_MS, work: () => beat().catch(() => {}) },
    async leave() {
      await writing;
      await store.lazyDb.deleteFrom("server").where("id", "=", id).execute();
    },
  };
}
