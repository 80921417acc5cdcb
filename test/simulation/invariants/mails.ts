import type { DatabaseSync } from "node:sqlite";
import type { Mail } from "../../../server/account/mail/mailer.ts";
import type { Findings } from "../findings.ts";

/** What the mail server was given. */
export interface MailWatch {
  /** @param isAnswered whether its answer reaches the sender for sure. */
  sent(given: { readonly id: string; readonly mail: Mail }, isAnswered: boolean): void;
  /** The way that the link of the last mail to an address leads; undefined: none came. */
  linkTo(email: string): string | undefined;
  /** What waits in the outbox that should not any more; null: nothing. */
  missing(db: DatabaseSync, nowMs: number): string | null;
  /** The store went back: mails that were sent after that are sent again. */
  forget(): void;
}

export interface MailWatchOptions {
  /** Whether all servers have had all that they need since a time: then they have noted what was sent. */
  readonly isCalmSince: (ms: number) => boolean;
  /** What no mail may hold. */
  readonly secrets: () => readonly string[];
  readonly nowMs: () => number;
}

/** How long one that is due waits at most while all is well, ms. */
const DUE_MS = 60_000;

export function watchMails({ broken }: Findings, options: MailWatchOptions): MailWatch {
  /** The last one of each address. */
  const links = new Map<string, string>();
  /** When each was taken; -Infinity where whoever sent it may not know. */
  const taken = new Map<string, number>();
  return {
    sent({ id, mail }, isAnswered) {
      const text = JSON.stringify(mail);
      const [, link] = /https:\/\/games\.simulated(\/account\/\S+)/.exec(mail.text) ?? [];
      if (link !== undefined) {
        links.set(mail.to, link);
      }
      const secret = options.secrets().find((each) => text.includes(each));
      if (id === "" || secret !== undefined) {
        broken("no mail holds a secret", `${id} to ${mail.to} holds …${secret?.slice(-4)}`);
      }
      if (options.isCalmSince(taken.get(id) ?? -Infinity)) {
        broken("a mail is sent once", `${id} to ${mail.to} was sent before`);
      }
      taken.set(id, isAnswered ? options.nowMs() : -Infinity);
    },
    linkTo: (email) => links.get(email),
    missing(db, nowMs) {
      const sql = "select id from outbox where sealed is not null and next_try_at < ?";
      const row = db.prepare(sql).get(nowMs - DUE_MS);
      return row === undefined ? null : `the mail ${String(row["id"])} waits to be sent`;
    },
    forget: () => taken.clear(),
  };
}
