import { audit } from "../account/audit-log.ts";
import { endSessions } from "../account/auth/sessions.ts";
import { ReviewError } from "../payment/errors.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { accountOf } from "./account-of.ts";
import { recordAct } from "./acts.ts";

/** An account whose owner has lost the device that its passkeys are on. */
interface PasskeysOrder {
  readonly email: string;
  /** For the owner's trail; the account is told only that it was done. */
  readonly reason: string;
}

/**
 * Removes all passkeys of an account, and ends its sessions: whoever found the device may be signed in on it.
 *
 * @throws ReviewError when there is no such account, or it has none.
 */
export function removePasskeys(
  store: Store,
  { email, reason }: PasskeysOrder,
  nowMs: number,
): Promise<void> {
  return serialized(store, async (transaction) => {
    const accountId = await accountOf(transaction, email);
    const removed = await transaction
      .deleteFrom("account_passkey")
      .where("user_id", "=", accountId)
      .returning("name")
      .execute();
    if (removed.length === 0) {
      throw new ReviewError(`${JSON.stringify(email)} has no passkeys.`);
    }
    for (const { name } of removed) {
      await audit(transaction, accountId, "passkey_removed", nowMs, { name });
    }
    await endSessions(transaction, accountId, { allBut: "" });
    const detail = { passkeys: String(removed.length), reason };
    await recordAct(transaction, { action: "passkeys_off", accountId, detail }, nowMs);
  });
}
