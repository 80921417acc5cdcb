import { audit } from "../account/audit-log.ts";
import { ReviewError } from "../payment/errors.ts";
import { publishKeyChange } from "../store/revision.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { accountOf } from "./account-of.ts";
import { recordAct } from "./acts.ts";

/** Whom to suspend or to reinstate. */
export interface SuspensionOrder {
  readonly email: string;
  /** For the owner's trail; the account is not told. */
  readonly reason: string;
}

/**
 * Suspends an account: its keys open nothing from now on, those that it gets later too. It can still sign
 * in and pay, and its time runs on.
 *
 * @throws ReviewError when there is no such account, or it is suspended.
 */
export function suspend(store: Store, order: SuspensionOrder, nowMs: number): Promise<void> {
  return change(store, order, "suspended", nowMs);
}

/**
 * Ends a suspension.
 *
 * @throws ReviewError when there is no such account, or it is not suspended.
 */
export function reinstate(store: Store, order: SuspensionOrder, nowMs: number): Promise<void> {
  return change(store, order, "reinstated", nowMs);
}

function change(
  store: Store,
  { email, reason }: SuspensionOrder,
  action: "suspended" | "reinstated",
  nowMs: number,
): Promise<void> {
  return serialized(store, async (transaction) => {
    const accountId = await accountOf(transaction, email);
    const changed =
      action === "suspended"
        ? await transaction
            .insertInto("suspension")
            .values({ account_id: accountId, since: nowMs })
            .onConflict((conflict) => conflict.column("account_id").doNothing())
            .returning("account_id")
            .execute()
        : await transaction
            .deleteFrom("suspension")
            .where("account_id", "=", accountId)
            .returning("account_id")
            .execute();
    if (changed.length === 0) {
      const state = action === "suspended" ? "already suspended" : "not suspended";
      throw new ReviewError(`${JSON.stringify(email)} is ${state}.`);
    }
    const subscriptions = await transaction
      .selectFrom("subscription")
      .select("id")
      .where("account_id", "=", accountId)
      .execute();
    for (const { id } of subscriptions) {
      await publishKeyChange(transaction, id);
    }
    await audit(transaction, accountId, action, nowMs);
    await recordAct(transaction, { action, accountId, detail: { reason } }, nowMs);
  });
}

/** Since when an account is suspended, epoch ms; null: it is not. */
export async function suspendedSince(
  { db }: Pick<Store, "db">,
  accountId: string,
): Promise<number | null> {
  const row = await db
    .selectFrom("suspension")
    .select("since")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.since ?? null;
}
