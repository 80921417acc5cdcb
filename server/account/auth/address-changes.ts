import { createHash, randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { errorCode } from "../../runtime/error-code.ts";
import { audit } from "../../store/audit.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import type { Schema } from "../../store/tables.ts";
import { addressMail, mailOf, movedMail } from "../mail/mail-texts.ts";
import type { Outbox } from "../mail/outbox.ts";
import { moveAccount } from "./move-account.ts";
import { writeAs } from "./sessions.ts";
import type { SignedIn } from "./sessions.ts";
import { holderOf, makeRoom } from "./unconfirmed.ts";

/** Which mailbox a link was sent to. */
export type Side = "old" | "new";

/** A change that waits for the mailboxes. */
export interface AddressChange {
  readonly newEmail: string;
  readonly hasAgreed: Readonly<Record<Side, boolean>>;
  readonly endsAtMs: number;
}

/**
 * Changes of an account's e-mail address. Who has a mailbox can set a new password, so the account moves
 * only when both agree, by links that are mailed to them: the old one, since a thief who knows the password
 * could take the account for good, and the new one, since somebody may have mistyped it.
 */
export interface AddressChanges {
  /**
   * Mails both, and replaces a change that waits already. Where another account has the new address, all is
   * the same, but its owner is told that they have an account, and gets no link. One that was registered and
   * never confirmed does not count: whoever agrees in its mailbox takes its place.
   *
   * @throws SignedOutError when the session ended meanwhile.
   */
  ask(who: SignedIn, newEmail: string, nowMs: number): Promise<"asked" | "same" | "too_many">;
  /** The change of an account that waits. */
  waiting(accountId: string, nowMs: number): Promise<AddressChange | undefined>;
  /** The change that a link is about, and whose link it is. */
  find(token: string, nowMs: number): Promise<(AddressChange & { side: Side }) | undefined>;
  /** Agrees for the mailbox that a link was sent to, once; the second one to agree changes the address. */
  agree(token: string, nowMs: number): Promise<"agreed" | "changed" | "bad_token">;
  /** Stops the change that a link is about. Either mailbox may, until it is done. */
  stop(token: string, nowMs: number): Promise<boolean>;
  /** Stops the change of who is signed in. */
  cancel(who: SignedIn, nowMs: number): Promise<void>;
}

/** Collaborators of changes of address. */
interface AddressDeps {
  readonly store: Store;
  readonly outbox: Pick<Outbox, "put">;
  /** Where links lead. */
  readonly baseUrl: string;
  /** The zone of dates in mails, an IANA name. */
  readonly timeZone: string;
  /** Whether accounts must confirm their addresses before sign-in. */
  readonly mustVerify: boolean;
  /** Called once mails wait. */
  readonly wake: () => void;
  /** Called for each mail that its mailbox has no room for. */
  readonly withheld: () => void;
}

const DAY_MS = 86_400_000;
/** How often an account may ask in a day: each time mails a stranger, perhaps. */
const MAX_A_DAY = 5;
/** What PostgreSQL says; in SQLite nothing else is written meanwhile. */
const UNIQUE_VIOLATION = "23505";

/** Somebody registered the new address after room was made for the account: nothing is written. */
class RegisteredMeanwhile extends Error {}

export function createAddressChanges(deps: AddressDeps): AddressChanges {
  const { store, outbox, baseUrl, timeZone, mustVerify, wake, withheld } = deps;

  async function mailNewSide(
    transaction: Transaction<Schema>,
    { to, lang, token }: { to: string; lang: string; token: string },
    nowMs: number,
  ): Promise<void> {
    const owner = await holderOf(transaction, to, mustVerify);
    const order =
      owner === undefined
        ? ({ kind: "address", mail: addressMail("new", { to, lang, token }, baseUrl) } as const)
        : ({
            kind: "taken",
            mail: mailOf({ kind: "taken", to, lang: owner.lang, token: "" }, baseUrl),
          } as const);
    if (!(await outbox.put(transaction, order, nowMs))) {
      withheld();
    }
  }

  /** Both have agreed. Nothing is left that the old mailbox could open. */
  async function move(
    transaction: Transaction<Schema>,
    { user_id: accountId, session_id: sessionId, new_email: email }: Row,
    nowMs: number,
  ): Promise<"changed" | "bad_token"> {
    await remove(transaction, accountId);
    if ((await makeRoom(transaction, email, mustVerify, nowMs)) === "taken") {
      return "bad_token";
    }
    const moved = await moveAccount(
      transaction,
      accountId,
      { email, keepsSession: sessionId },
      nowMs,
    );
    if (moved === "taken") {
      throw new RegisteredMeanwhile();
    }
    if (moved === "gone") {
      return "bad_token";
    }
    // Without the addresses: the log outlives the account.
    await audit(transaction, accountId, "address_changed", nowMs);
    const mail = movedMail(moved, nowMs, { baseUrl, timeZone });
    if (!(await outbox.put(transaction, { kind: "news", mail }, nowMs))) {
      withheld();
    }
    return "changed";
  }

  const agree = (token: string, nowMs: number): Promise<"agreed" | "changed" | "bad_token"> =>
    serialized(store, async (transaction) => {
      const row = await rowOf(transaction, token, nowMs);
      const side = row && sideOf(row, token);
      if (row === undefined || side === undefined || changeOf(row).hasAgreed[side]) {
        return "bad_token";
      }
      if (changeOf(row).hasAgreed[side === "old" ? "new" : "old"]) {
        return move(transaction, row, nowMs);
      }
      await transaction
        .updateTable("account_address_change")
        .set(side === "old" ? { old_agreed: 1 } : { new_agreed: 1 })
        .where("user_id", "=", row.user_id)
        .execute();
      return "agreed";
    });

  return {
    async ask(who, newEmail, nowMs) {
      const email = newEmail.toLowerCase();
      if (email === who.email) {
        return "same";
      }
      const tokens = { old: newToken(), new: newToken() };
      const outcome = await writeAs(store, who, async (transaction) => {
        const asked = await transaction
          .selectFrom("audit")
          .select("id")
          .where("account_id", "=", who.accountId)
          .where("action", "=", "address_change_asked")
          .where("at", ">", nowMs - DAY_MS)
          .execute();
        const { lang } = who;
        const question = { to: who.email, lang, token: tokens.old };
        const mail = addressMail("old", question, baseUrl, email);
        // News, since no stranger can use up that limit: nothing must keep this one from its owner.
        const isStored =
          asked.length < MAX_A_DAY &&
          (await outbox.put(transaction, { kind: "news", mail }, nowMs));
        if (!isStored) {
          return "too_many";
        }
        await mailNewSide(transaction, { to: email, lang, token: tokens.new }, nowMs);
        await remove(transaction, who.accountId);
        await transaction
          .insertInto("account_address_change")
          .values({
            user_id: who.accountId,
            session_id: who.sessionId,
            new_email: email,
            old_digest: digestOf(tokens.old),
            new_digest: digestOf(tokens.new),
            old_agreed: 0,
            new_agreed: 0,
            ends_at: nowMs + DAY_MS,
          })
          .execute();
        await audit(transaction, who.accountId, "address_change_asked", nowMs);
        return "asked";
      });
      wake();
      return outcome;
    },
    async waiting(accountId, nowMs) {
      const row = await store.db
        .selectFrom("account_address_change")
        .selectAll()
        .where("user_id", "=", accountId)
        .where("ends_at", ">", nowMs)
        .executeTakeFirst();
      return row && changeOf(row);
    },
    async find(token, nowMs) {
      const row = await rowOf(store.db, token, nowMs);
      return row && { ...changeOf(row), side: sideOf(row, token) };
    },
    async agree(token, nowMs) {
      const outcome = await agree(token, nowMs).catch((error: unknown) => {
        if (error instanceof RegisteredMeanwhile || errorCode(error) === UNIQUE_VIOLATION) {
          // What was registered at the same moment is not confirmed, and makes room.
          return agree(token, nowMs);
        }
        throw error;
      });
      wake();
      return outcome;
    },
    stop: (token, nowMs) =>
      serialized(store, async (transaction) => {
        const row = await rowOf(transaction, token, nowMs);
        if (row !== undefined) {
          await remove(transaction, row.user_id);
          await audit(transaction, row.user_id, "address_change_stopped", nowMs);
        }
        return row !== undefined;
      }),
    cancel: (who, nowMs) =>
      writeAs(store, who, async (transaction) => {
        if (await remove(transaction, who.accountId)) {
          await audit(transaction, who.accountId, "address_change_stopped", nowMs);
        }
      }),
  };
}

type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>;

/** The change that waits and that a token is of. */
function rowOf(db: Store["db"], token: string, nowMs: number) {
  const digest = digestOf(token);
  return db
    .selectFrom("account_address_change")
    .selectAll()
    .where((is) => is.or([is("old_digest", "=", digest), is("new_digest", "=", digest)]))
    .where("ends_at", ">", nowMs)
    .executeTakeFirst();
}

function sideOf(row: Row, token: string): Side {
  return row.old_digest === digestOf(token) ? "old" : "new";
}

function changeOf(row: Row): AddressChange {
  return {
    newEmail: row.new_email,
    hasAgreed: { old: row.old_agreed === 1, new: row.new_agreed === 1 },
    endsAtMs: row.ends_at,
  };
}

/** Stops a change that waits; gives false if there is none. */
async function remove(transaction: Transaction<Schema>, accountId: string): Promise<boolean> {
  const removed = await transaction
    .deleteFrom("account_address_change")
    .where("user_id", "=", accountId)
    .returning("user_id")
    .executeTakeFirst();
  return removed !== undefined;
}

function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** A stolen database must not hold links that move an account. */
function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
