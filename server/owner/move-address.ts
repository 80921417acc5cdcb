import { audit } from "../account/audit-log.ts";
import { moveAccount } from "../account/auth/move-account.ts";
import { makeRoom } from "../account/auth/unconfirmed.ts";
import { isEmail, normaliseEmail } from "../account/email-address.ts";
import { movedByOwnerMail } from "../account/mail/mail-texts.ts";
import type { Outbox } from "../account/mail/outbox.ts";
import { ReviewError } from "../payment/errors.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { accountOf } from "./account-of.ts";
import { recordAct } from "./acts.ts";

/** An account whose owner has lost the mailbox, and where they read mail now. */
interface MoveOrder {
  readonly email: string;
  readonly newEmail: string;
  /** For the owner's trail; the account is told only that it was done. */
  readonly reason: string;
}

/** What mails are put into, and what stands in them. */
export interface MailParts {
  readonly outbox: Pick<Outbox, "put">;
  readonly baseUrl: string;
  /** The zone of the date, an IANA name. */
  readonly timeZone: string;
}

/**
 * Gives an account another e-mail address, ends all of its sessions, and tells both mailboxes. Password
 * and codes stay: who has the new mailbox alone does not get in past a second factor. Somebody who
 * registered the new address and never confirmed it makes room.
 *
 * @param mails null where no mail is sent.
 * @throws ReviewError when there is no such account, or the new address is none or has an account.
 */
export function moveAddress(
  store: Store,
  mails: MailParts | null,
  { email, newEmail, reason }: MoveOrder,
  nowMs: number,
): Promise<void> {
  const address = normaliseEmail(newEmail).toLowerCase();
  if (!isEmail(address)) {
    throw new ReviewError(`${JSON.stringify(newEmail)} is no e-mail address.`);
  }
  return serialized(store, async (transaction) => {
    const accountId = await accountOf(transaction, normaliseEmail(email));
    const order = { email: address, keepsSession: null };
    const room = await makeRoom(transaction, address, mails !== null, nowMs);
    const former =
      room === "taken" ? room : await moveAccount(transaction, accountId, order, nowMs);
    if (typeof former === "string") {
      throw new ReviewError(`${JSON.stringify(newEmail)} has an account already.`);
    }
    // The new mailbox is told by this entry.
    await audit(transaction, accountId, "address_moved", nowMs);
    // Without the addresses: nothing can be deleted there, and the account can.
    await recordAct(transaction, { action: "address_moved", accountId, detail: { reason } }, nowMs);
    if (mails !== null) {
      const mail = movedByOwnerMail(former, nowMs, mails);
      await mails.outbox.put(transaction, { kind: "news", mail }, nowMs);
    }
  });
}
