import type { Store } from "../../store/store.ts";
import type { MailKind } from "./outbox.ts";

/** A mail of the last two days, without its text and recipient: those are encrypted, and then deleted. */
export interface MailState {
  readonly id: string;
  readonly kind: MailKind;
  readonly state: "waiting" | "sent" | "given up";
  /** When it was written, epoch ms. */
  readonly atMs: number;
  readonly tries: number;
  /** When it was sent, or is tried next, epoch ms; null where it was given up. */
  readonly nextMs: number | null;
  /** Why the last try failed; null: none did. */
  readonly fault: string | null;
}

/** The mails that are kept, the newest first. */
export async function listMails({ db }: Store): Promise<MailState[]> {
  const rows = await db
    .selectFrom("outbox")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => {
    const isOver = row.sent_at === null ? ("given up" as const) : ("sent" as const);
    return {
      id: row.id,
      kind: row.kind,
      state: row.sealed === null ? isOver : "waiting",
      atMs: row.created_at,
      tries: row.tries,
      nextMs: row.sealed === null ? row.sent_at : row.next_try_at,
      fault: row.fault,
    };
  });
}
