import type { DatabaseSync } from "node:sqlite";

/** A part of a world that must come right. */
interface Part {
  /** What has not; null: all has. */
  missing(db: DatabaseSync, ms: number): string | null;
}

/** What must have come right once nothing goes wrong any more. */
export interface ComingRight {
  readonly agenda: { readonly nowMs: number };
  readonly servers: readonly {
    readonly name: string;
    readonly isUp: boolean;
    readonly startFault: string | null;
  }[];
  readonly books: Part;
  readonly mails: Part;
  readonly webhooks: Part;
}

/** What has not come right since then; null: all has. */
export function whatIsMissing(
  { agenda, servers, books, mails, webhooks }: ComingRight,
  db: DatabaseSync,
  calmFromMs: number,
): string | null {
  const down = servers.find(({ isUp }) => !isUp);
  if (down !== undefined) {
    return `${down.name} is down: ${down.startFault ?? "it has not started"}`;
  }
  // While servers crash again and again nobody lives to see that those before are dead.
  const heartbeats = Number(db.prepare("select count(*) as count from heartbeat").get()?.["count"]);
  return heartbeats > servers.length
    ? `${heartbeats - servers.length} dead servers have left their heartbeats`
    : (books.missing(db, calmFromMs) ??
        mails.missing(db, agenda.nowMs) ??
        webhooks.missing(db, agenda.nowMs));
}
