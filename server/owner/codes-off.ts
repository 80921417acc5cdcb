import { audit } from "../account/audit-log.ts";
import { removeSecondFactor } from "../account/auth/second-factors.ts";
import { ReviewError } from "../payment/errors.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { accountOf } from "./account-of.ts";
import { recordAct } from "./acts.ts";

/** An account whose owner has lost the phone and the recovery codes. */
interface CodesOrder {
  readonly email: string;
  /** For the owner's trail; the account is told only that it was done. */
  readonly reason: string;
}

/**
 * Switches the codes on sign-in off.
 *
 * @throws ReviewError when there is no such account, or it has none.
 */
export function switchCodesOff(
  store: Store,
  { email, reason }: CodesOrder,
  nowMs: number,
): Promise<void> {
  return serialized(store, async (transaction) => {
    const accountId = await accountOf(transaction, email);
    if (!(await removeSecondFactor(transaction, accountId))) {
      throw new ReviewError(`${JSON.stringify(email)} signs in without codes.`);
    }
    await audit(transaction, accountId, "second_factor_off", nowMs);
    await recordAct(transaction, { action: "codes_off", accountId, detail: { reason } }, nowMs);
  });
}
