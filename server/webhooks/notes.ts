import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { compiledOnce } from "../store/compiled-once.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { callRow, insertCalls } from "./calls.ts";
import type { Call, CallRow } from "./calls.ts";
import type { Line } from "./lines.ts";

/** Writes how far the webhooks of endpoints have come, all changes together and a moment late. */
export interface Notes {
  /** The line's progress has changed, by this call if one is given. */
  change(line: Line, call?: Call): void;
  /** Writes what has changed, with pauses; a crash before it sends the same webhooks again. */
  write(): Promise<void>;
}

/** What is to be written of one endpoint. */
interface Note {
  readonly line: Line;
  readonly calls: readonly CallRow[];
}

/** Endpoints of one transaction: a millisecond of SQLite, a third of it the commit. */
const CHUNK = 25;
/** Between two of them the process serves others. */
const PAUSE_MS = 15;
/** Calls that wait to be written, of each endpoint. One in a slot is enough. */
const MAX_CALLS = 10;

export function createNotes(store: Store): Notes {
  let changed = new Map<string, Note>();
  const writeProgress = compiledOnce(insertProgress);
  const writeCalls = compiledOnce(insertCalls);

  /** Leaves out endpoints that were removed meanwhile. */
  async function writeChunk(chunk: readonly Note[]): Promise<void> {
    await store.lazyDb.transaction().execute(async (transaction) => {
      const present = await transaction
        .selectFrom("webhook_endpoint")
        .select("id")
        .where(
          "id",
          "in",
          chunk.map(({ line }) => line.endpoint.id),
        )
        .execute();
      const ids = new Set(present.map(({ id }) => id));
      const notes = chunk.filter(({ line }) => ids.has(line.endpoint.id));
      if (notes.length === 0) {
        return;
      }
      await writeProgress(
        transaction,
        notes.map(({ line }) => progressRow(line)),
      );
      const calls = notes.flatMap((note) => note.calls);
      for (let at = 0; at < calls.length; at += CHUNK) {
        await writeCalls(transaction, calls.slice(at, at + CHUNK));
      }
    });
  }

  return {
    change(line, call) {
      const { id } = line.endpoint;
      const before = changed.get(id)?.calls ?? [];
      const row = call && callRow(id, call, line.progress.calls);
      changed.set(id, { line, calls: row ? latest([...before, row]) : before });
    },
    async write() {
      const waiting = [...changed.values()];
      changed = new Map();
      for (let at = 0; at < waiting.length; at += CHUNK) {
        try {
          await writeChunk(waiting.slice(at, at + CHUNK));
        } catch (error) {
          // Kept for the next time, before what is newer.
          for (const { line, calls } of waiting.slice(at)) {
            const { id } = line.endpoint;
            const newer = changed.get(id) ?? { line, calls: [] };
            changed.set(id, { line: newer.line, calls: latest([...calls, ...newer.calls]) });
          }
          throw error;
        }
        if (at + CHUNK < waiting.length) {
          await pause(PAUSE_MS);
        }
      }
    },
  };
}

/** The latest calls, one of a slot: no statement may write a slot twice. */
function latest(calls: readonly CallRow[]): readonly CallRow[] {
  return [...new Map(calls.map((call) => [call.slot, call])).values()].slice(-MAX_CALLS);
}

function insertProgress(db: Kysely<Schema>, rows: readonly ReturnType<typeof progressRow>[]) {
  return db
    .insertInto("webhook_progress")
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .column("endpoint_id")
        .doUpdateSet((is) => ({
          seq: is.ref("excluded.seq"),
          at: is.ref("excluded.at"),
          tries: is.ref("excluded.tries"),
          next_try_at: is.ref("excluded.next_try_at"),
          failing_since: is.ref("excluded.failing_since"),
          calls: is.ref("excluded.calls"),
        }))
        // A server that has lost its lease knows less.
        .whereRef("excluded.seq", ">=", "webhook_progress.seq"),
    );
}

function progressRow({ endpoint, progress }: Line) {
  return {
    endpoint_id: endpoint.id,
    seq: progress.seq,
    at: progress.atMs,
    tries: progress.tries,
    next_try_at: progress.nextTryAtMs,
    failing_since: progress.failingSinceMs,
    calls: progress.calls,
  };
}
