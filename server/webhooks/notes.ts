import type { NextTurn } from "../runtime/loop-turns.ts";
import type { Store } from "../store/store.ts";
import { callRow, writeCalls } from "./calls.ts";
import type { Call } from "./calls.ts";
import type { Line } from "./lines.ts";

/** Writes how far endpoints were told, all changes together and a moment late. */
export interface Notes {
  /** The line's progress has changed, by this call if one is given. */
  change(line: Line, call?: Call): void;
  /** Writes what has changed; a crash before it sends the same webhooks again. */
  write(nextTurn: NextTurn): Promise<void>;
}

/** Rows of one statement: some half a millisecond of SQLite. */
const CHUNK = 25;
/** Calls that wait to be written, of each endpoint. One in a slot is enough. */
const MAX_CALLS = 10;

export function createNotes(store: Store): Notes {
  const changed = new Map<string, { line: Line; calls: ReturnType<typeof callRow>[] }>();

  return {
    change(line, call) {
      const { id } = line.endpoint;
      const note = changed.get(id) ?? { line, calls: [] };
      note.line = line;
      if (call !== undefined) {
        note.calls.push(callRow(id, call, line.progress.calls));
        note.calls.splice(0, note.calls.length - MAX_CALLS);
      }
      changed.set(id, note);
    },
    async write(nextTurn) {
      const notes = [...changed.values()];
      for (let at = 0; at < notes.length; at += CHUNK) {
        const chunk = notes.slice(at, at + CHUNK);
        chunk.forEach(({ line }) => changed.delete(line.endpoint.id));
        try {
          await writeChunk(store, chunk);
        } catch (error) {
          // Kept for the next time, unless there is something newer.
          for (const note of chunk) {
            const { id } = note.line.endpoint;
            changed.set(id, changed.get(id) ?? note);
          }
          throw error;
        }
        await nextTurn();
      }
    },
  };
}

type Note = { readonly line: Line; readonly calls: readonly ReturnType<typeof callRow>[] };

/** Leaves out endpoints that were removed meanwhile. */
async function writeChunk(store: Store, chunk: readonly Note[]): Promise<void> {
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
    await transaction
      .insertInto("webhook_progress")
      .values(notes.map(({ line }) => progressRow(line)))
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
      )
      .execute();
    const calls = notes.flatMap((note) => note.calls);
    // One statement may not write a slot twice.
    const latest = new Map(calls.map((call) => [`${call.endpoint_id}:${call.slot}`, call]));
    if (latest.size > 0) {
      await writeCalls(transaction, [...latest.values()]);
    }
  });
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
