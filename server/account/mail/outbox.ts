import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { DAY_MS, HOUR_MS } from "../../../src/round/phases.ts";
import { MAX_EMAILS_PER_HOUR, RESET_LINK_MINUTES } from "../../../src/wire/account-limits.ts";
import type { Vault } from "../../access/vault.ts";
import type { Log } from "../../runtime/log.ts";
import { newId } from "../../store/ids.ts";
import type { Store, StoredRow, Transaction } from "../../store/store.ts";
import type { Mail } from "./email-texts.ts";
import type { SendMail } from "./mailer.ts";

export type MailKind = "verify" | "reset" | "taken" | "address" | "reminder" | "webhook" | "news";

export type Outbox = ReturnType<typeof createOutbox>;

/** An email that a process has claimed for sending; `tries` includes this attempt. */
export interface TakenMail extends StoredRow<"outbox"> {
  /** Undefined when it cannot be decrypted because the vault's key has changed. */
  readonly mail: Mail | undefined;
}

/** An email is useful as long as its link is valid or its news is recent. */
const lifeMs = (kind: MailKind) => (kind === "reset" ? RESET_LINK_MINUTES * 60_000 : DAY_MS);

/** How long an email is recorded, in ms: longer than the period of any limit. */
const RECORD_MS = 2 * DAY_MS;

/**
 * Kinds of email that a stranger can trigger, which share a limit for each mailbox. Other kinds have their own limits,
 * which strangers cannot use up.
 */
const ASKED_FOR: ReadonlySet<MailKind> = new Set(["verify", "reset", "taken", "address"]);
const MAX_PER_DAY = 10;
/** Limit of "taken" emails, which do not give anyone access, so the others need the room more. */
const MAX_TAKEN_PER_DAY = 1;
/** Limit of each kind that a session triggers: a thief could bury one email under many. */
const MAX_OWN_PER_DAY = 20;

/** How long a claimed email belongs to one process: longer than the mailer's timeouts. */
const LEASE_MS = 120_000;
const FIRST_PAUSE_MS = 15_000;

/**
 * @param vault encrypts the emails, because they contain links that open accounts.
 * @param onWithheld is called with each email that exceeds the limit of its mailbox.
 */
export function createOutbox(
  { db }: Pick<Store, "db">,
  vault: Vault,
  onWithheld: (kind: MailKind) => void = () => {},
) {
  /** Claims a due email for `LEASE_MS`. */
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
    const claimed = await db
      .updateTable("outbox")
      .set({ tries: due.tries + 1, next_try_at: nowMs + LEASE_MS })
      .where("id", "=", due.id)
      // Fails if another process has claimed the email in the meantime.
      .where("tries", "=", due.tries)
      .where("sealed", "is not", null)
      .returningAll()
      .executeTakeFirst();
    if (claimed === undefined) {
      return take(nowMs);
    }
    const text = vault.open(claimed.id, claimed.sealed ?? "");
    const mail = text === undefined ? undefined : (JSON.parse(text) as Mail);
    return { ...claimed, mail };
  }

  return {
    /**
     * Stores an email within the transaction that causes it, which must be serialized with others.
     *
     * @returns false if the mailbox has reached its limit; the email is not stored.
     */
    async put(
      transaction: Transaction,
      { kind, mail }: { readonly kind: MailKind; readonly mail: Mail },
      nowMs: number,
    ): Promise<boolean> {
      // Identifies a mailbox without naming it. A `+tag` does not make another mailbox.
      const mailbox = mail.to.toLowerCase().replace(/\+[^@]*(?=@[^@]*$)/, "");
      const recipient = createHmac("sha256", vault.derive("recipients"))
        .update(mailbox)
        .digest("hex");
      if (!(await hasRoom(transaction, recipient, kind, nowMs))) {
        onWithheld(kind);
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
          give_up_at: nowMs + lifeMs(kind),
        })
        .execute();
      return true;
    },
    take,
    async recordSent({ id }: TakenMail, sentAtMs: number): Promise<void> {
      await db
        .updateTable("outbox")
        .set({ sealed: null, sent_at: sentAtMs })
        .where("id", "=", id)
        .execute();
    },
    /** @returns when it is retried, epoch ms; null when that would be too late and it is given up. */
    async recordFailed(taken: TakenMail, fault: string, nowMs: number): Promise<number | null> {
      // 15 s, 30 s, 1 min and so on, up to an hour.
      const nextMs = nowMs + Math.min(HOUR_MS, FIRST_PAUSE_MS * 2 ** (taken.tries - 1));
      const isOver = taken.mail === undefined || taken.give_up_at <= nextMs;
      await db
        .updateTable("outbox")
        .set({ fault, ...(isOver ? { sealed: null } : { next_try_at: nextMs }) })
        .where("id", "=", taken.id)
        .execute();
      return isOver ? null : nextMs;
    },
  };
}

async function hasRoom(
  transaction: Transaction,
  recipient: string,
  kind: MailKind,
  nowMs: number,
): Promise<boolean> {
  if (kind === "reminder") {
    return true;
  }
  const today = await transaction
    .selectFrom("outbox")
    .select(["kind", "created_at"])
    .where("recipient", "=", recipient)
    .where("created_at", ">", nowMs - DAY_MS)
    .execute();
  const ofKind = today.filter((row) => row.kind === kind);
  if (!ASKED_FOR.has(kind)) {
    return ofKind.length < MAX_OWN_PER_DAY;
  }
  const asked = today.filter((row) => ASKED_FOR.has(row.kind));
  const lastHour = asked.filter((row) => row.created_at > nowMs - HOUR_MS);
  return (
    lastHour.length < MAX_EMAILS_PER_HOUR &&
    asked.length < MAX_PER_DAY &&
    (kind !== "taken" || ofKind.length < MAX_TAKEN_PER_DAY)
  );
}

export async function deleteOldEmails({ db }: Pick<Store, "db">, nowMs: number): Promise<void> {
  await db
    .deleteFrom("outbox")
    .where("created_at", "<", nowMs - RECORD_MS)
    .execute();
}

export type MailOutcome = "sent" | "failed" | "given_up" | "withheld";

interface SenderOptions {
  readonly outbox: Pick<Outbox, "take" | "recordSent" | "recordFailed">;
  readonly send: SendMail;
  readonly now: () => number;
  readonly log: Log;
  readonly count: (outcome: MailOutcome) => void;
}

const MAX_PARALLEL = 4;
const STOP_MS = 2_000;

export function createMailSender({ outbox, send, now, log, count }: SenderOptions) {
  const working = new Set<Promise<void>>();
  let isStopping = false;

  async function sendAll(): Promise<void> {
    let taken: TakenMail | undefined;
    while (!isStopping && (taken = await outbox.take(now()))) {
      await sendOne(taken);
    }
  }

  async function sendOne(taken: TakenMail): Promise<void> {
    const { mail, id, kind, tries, give_up_at: giveUpAtMs } = taken;
    try {
      if (mail === undefined) {
        throw new Error(
          "The email was sealed with a different key-encryption key. Restore that key.",
        );
      }
      if (now() >= giveUpAtMs) {
        throw new Error("It is too late to send this email.");
      }
      await send(mail, id);
    } catch (error) {
      const [nowMs, cause] = [now(), String(error)];
      const nextMs = await outbox.recordFailed(taken, cause, nowMs);
      if (nextMs === null) {
        count("given_up");
        log("email given up", { kind, tries, cause });
      } else {
        count("failed");
        const againInS = Math.round((nextMs - nowMs) / 1_000);
        log("email not sent", { kind, tries, cause, againInS });
      }
      return;
    }
    await outbox.recordSent(taken, now());
    count("sent");
  }

  async function work(): Promise<void> {
    if (working.size < MAX_PARALLEL) {
      const run = sendAll().finally(() => working.delete(run));
      working.add(run);
      await run;
    }
  }

  return {
    work,
    /** Starts `work` without waiting for it. A failure is logged. */
    wake(): void {
      work().catch((error: unknown) => log("mail queue stalled", { cause: String(error) }));
    },
    /** Stops taking emails. Waits up to two seconds for those being sent. */
    async stop(): Promise<void> {
      isStopping = true;
      const patienceEnd = new AbortController();
      const patience = pause(STOP_MS, undefined, { signal: patienceEnd.signal }).catch(() => {});
      await Promise.race([Promise.allSettled(working), patience]);
      patienceEnd.abort();
    },
  };
}
