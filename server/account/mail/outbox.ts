import { createHmac } from "node:crypto";
import type { Selectable, Transaction } from "kysely";
import { newId } from "../../access/base62.ts";
import type { Vault } from "../../access/vault.ts";
import type { Store } from "../../store/store.ts";
import type { Schema } from "../../store/tables.ts";
import type { Mail } from "./mailer.ts";

/** What a mail is about. */
export type MailKind = "verify" | "reset" | "taken" | "address" | "reminder" | "webhook" | "news";

/** A mail that a process has taken to send. */
export interface TakenMail {
  readonly id: string;
  readonly kind: MailKind;
  /** How often sending was tried, this time included. */
  readonly tries: number;
  /** When it is no longer worth sending, epoch ms. */
  readonly giveUpAtMs: number;
  /** Undefined when it cannot be decrypted because the vault's key has changed. */
  readonly mail: Mail | undefined;
}

/** Stores mails until a process has sent them. */
export interface Outbox {
  /**
   * Stores a mail within the transaction that causes it, which must be serialized with others.
   *
   * @returns false when the mailbox has reached its limit. The mail is not stored then.
   */
  put(
    transaction: Transaction<Schema>,
    order: { readonly kind: MailKind; readonly mail: Mail },
    nowMs: number,
  ): Promise<boolean>;
  /** Takes a mail that is due. After two minutes another process may take it. */
  take(nowMs: number): Promise<TakenMail | undefined>;
  /** Records that a mail was sent, and deletes its text. */
  sent(taken: TakenMail, nowMs: number): Promise<void>;
  /**
   * Records that a mail was not sent, and why.
   *
   * @returns when it is tried again, epoch ms; null when that would be too late, so it is given up.
   */
  failed(taken: TakenMail, fault: string, nowMs: number): Promise<number | null>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a mail is worth sending: as long as its link is valid or its news is recent. */
const LIFE_MS: Readonly<Record<MailKind, number>> = {
  verify: DAY_MS,
  reset: HOUR_MS,
  taken: DAY_MS,
  address: DAY_MS,
  reminder: DAY_MS,
  webhook: DAY_MS,
  news: DAY_MS,
};

/**
 * Limits on the mails that strangers can cause us to send to one mailbox. Other mails count but are not
 * withheld for them: no stranger can cause those, and one could block them by using up the limit.
 */
const ASKED_FOR: ReadonlySet<MailKind> = new Set(["verify", "reset", "taken", "address"]);
const MAX_AN_HOUR = 4;
const MAX_A_DAY = 10;
/** The kind "taken" gives nobody access, so it gets one mail a day and leaves the rest for the others. */
const MAX_TAKEN_A_DAY = 1;
/** These are caused by whoever is signed in, such as a thief who would bury one mail under many. */
const MAX_OF_KIND_A_DAY: Partial<Record<MailKind, number>> = { news: 20, webhook: 20 };

/** Longer than the mailer's timeouts allow a mail server to take. */
const LEASE_MS = 120_000;
const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = HOUR_MS;

/** The pause after so many tries, ms: 15 s, 30 s, 1 min and so on, up to an hour. */
export function pauseAfter(tries: number): number {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 20));
}

/** @param vault encrypts the mails, because they hold links that open accounts. */
export function createOutbox({ db }: Pick<Store, "db">, vault: Vault): Outbox {
  async function put(
    transaction: Transaction<Schema>,
    { kind, mail }: { kind: MailKind; mail: Mail },
    nowMs: number,
  ): Promise<boolean> {
    const recipient = recipientOf(vault, mail.to);
    if (!(await hasRoom(transaction, recipient, kind, nowMs))) {
      return false;
    }
    const id = newId("mail");
    await transaction
      .insertInto("outbox")
      .values({
        id,
        recipient,
        kind,
        sealed: vault.seal(id, JSON.stringify(mail)),
        created_at: nowMs,
        tries: 0,
        next_try_at: nowMs,
        give_up_at: nowMs + LIFE_MS[kind],
      })
      .execute();
    return true;
  }

  async function take(nowMs: number): Promise<TakenMail | undefined> {
    const due = await db
      .selectFrom("outbox")
      .selectAll()
      .where("sealed", "is not", null)
      .where("next_try_at", "<=", nowMs)
      .orderBy("next_try_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (due === undefined) {
      return undefined;
    }
    const taken = await db
      .updateTable("outbox")
      .set({ tries: due.tries + 1, next_try_at: nowMs + LEASE_MS })
      .where("id", "=", due.id)
      // Fails if another process has taken it meanwhile.
      .where("tries", "=", due.tries)
      .where("sealed", "is not", null)
      .returningAll()
      .executeTakeFirst();
    return taken === undefined ? take(nowMs) : read(taken);
  }

  function read({ id, kind, tries, sealed, give_up_at: giveUpAtMs }: Row): TakenMail {
    const text = sealed === null ? undefined : vault.open(id, sealed);
    // Written by this module only. Earlier versions stored no language.
    const mail = text === undefined ? undefined : ({ lang: "en", ...JSON.parse(text) } as Mail);
    return { id, kind, tries, giveUpAtMs, mail };
  }

  /** Deletes its text. */
  async function end({ id }: TakenMail, sentAtMs: number | null): Promise<void> {
    await db
      .updateTable("outbox")
      .set({ sealed: null, sent_at: sentAtMs })
      .where("id", "=", id)
      .execute();
  }

  return {
    put,
    take,
    sent: end,
    async failed(taken, fault, nowMs) {
      const nextMs = nowMs + pauseAfter(taken.tries);
      const postponed = await db
        .updateTable("outbox")
        .set({ next_try_at: nextMs, fault })
        .where("id", "=", taken.id)
        .where("give_up_at", ">", nextMs)
        .returning("id")
        .executeTakeFirst();
      if (postponed !== undefined && taken.mail !== undefined) {
        return nextMs;
      }
      await db.updateTable("outbox").set({ fault }).where("id", "=", taken.id).execute();
      await end(taken, null);
      return null;
    },
  };
}

type Row = Selectable<Schema["outbox"]>;

async function hasRoom(
  transaction: Transaction<Schema>,
  recipient: string,
  kind: MailKind,
  nowMs: number,
): Promise<boolean> {
  const mostOfKind = MAX_OF_KIND_A_DAY[kind];
  if (!ASKED_FOR.has(kind) && mostOfKind === undefined) {
    return true;
  }
  const today = await transaction
    .selectFrom("outbox")
    .select(["kind", "created_at"])
    .where("recipient", "=", recipient)
    .where("created_at", ">", nowMs - DAY_MS)
    .execute();
  const ofKind = today.filter((row) => row.kind === kind);
  if (mostOfKind !== undefined) {
    return ofKind.length < mostOfKind;
  }
  const lastHour = today.filter((row) => row.created_at > nowMs - HOUR_MS);
  return (
    lastHour.length < MAX_AN_HOUR &&
    today.length < MAX_A_DAY &&
    (kind !== "taken" || ofKind.length < MAX_TAKEN_A_DAY)
  );
}

/** How the outbox names the mailbox of an address, without naming it. */
function recipientOf(vault: Vault, address: string): string {
  return createHmac("sha256", vault.derive("recipients")).update(mailboxOf(address)).digest("hex");
}

/** The mailbox behind an address: a `+tag` does not make it another one. */
function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, "");
}

/** Deletes mails that no limit counts any more. */
export async function deleteOldMails({ db }: Pick<Store, "db">, nowMs: number): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where("created_at", "<", nowMs - 2 * DAY_MS)
    .execute();
}
