import type { Vault } from "../access/vault.ts";
import { audit } from "../account/audit-log.ts";
import { extend } from "../payment/credit.ts";
import { ReviewError } from "../payment/errors.ts";
import { publishKeyChange } from "../store/revision.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { accountOf } from "./account-of.ts";
import { recordAct } from "./acts.ts";

/** Days that an account gets or loses without a payment. */
export interface DaysOrder {
  readonly email: string;
  /** At least 1. */
  readonly days: number;
  /** For the owner's trail; the account is not told. */
  readonly reason: string;
}

const DAY_MS = 86_400_000;

/**
 * Gives days from the end of the plan, or from now. An account that never paid gets a key with them.
 *
 * @returns when the plan ends now, epoch ms.
 * @throws ReviewError when there is no such account.
 */
export function giveDays(
  store: Store,
  vault: Vault,
  { email, days, reason }: DaysOrder,
  nowMs: number,
): Promise<number> {
  return serialized(store, async (transaction) => {
    const accountId = await accountOf(transaction, email);
    const { endsAtMs } = await extend(transaction, vault, accountId, days * DAY_MS, nowMs);
    const told = { days: String(days) };
    await audit(transaction, accountId, "days_given", nowMs, told);
    const detail = { ...told, reason };
    await recordAct(transaction, { action: "days_given", accountId, detail }, nowMs);
    return endsAtMs;
  });
}

/**
 * Takes days from the end of the plan, as many as are left at most.
 *
 * @returns when the plan ends now, epoch ms.
 * @throws ReviewError when there is no such account, or it has no days left.
 */
export function takeDays(
  store: Store,
  { email, days, reason }: DaysOrder,
  nowMs: number,
): Promise<number> {
  return serialized(store, async (transaction) => {
    const accountId = await accountOf(transaction, email);
    const present = await transaction
      .selectFrom("subscription")
      .select(["id", "ends_at"])
      .where("account_id", "=", accountId)
      .where("trial", "=", 0)
      .where("ends_at", ">", nowMs)
      .executeTakeFirst();
    if (present === undefined) {
      throw new ReviewError(`${JSON.stringify(email)} has no days left.`);
    }
    const endsAtMs = Math.max(nowMs, present.ends_at - days * DAY_MS);
    await transaction
      .updateTable("subscription")
      .set({ ends_at: endsAtMs })
      .where("id", "=", present.id)
      .execute();
    await publishKeyChange(transaction, present.id);
    const told = { days: String(days) };
    await audit(transaction, accountId, "days_taken", nowMs, told);
    const detail = { ...told, reason };
    await recordAct(transaction, { action: "days_taken", accountId, detail }, nowMs);
    return endsAtMs;
  });
}
