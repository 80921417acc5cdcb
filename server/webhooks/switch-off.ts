import type { Transaction } from "kysely";
import { publishWebhookChange } from "../store/revision.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";

/** The account to which an endpoint belongs, for a mail. */
export interface EndpointOwner {
  readonly email: string;
  readonly lang: string;
}

/** Queues a mail within the transaction that switches an endpoint off. */
export type MailOwner = (
  transaction: Transaction<Schema>,
  owner: EndpointOwner,
  endpoint: { readonly url: string; readonly reason: "failed" | "gone" },
) => Promise<void>;

/**
 * Switches an endpoint off and tells its account, if it has one. Does nothing if it was switched off or on
 * meanwhile.
 *
 * @param sinceMs when it was last switched on.
 */
export async function switchOff(
  store: Store,
  { id, sinceMs, reason }: { id: string; sinceMs: number; reason: "failed" | "gone" },
  mailOwner: MailOwner,
  nowMs: number,
): Promise<void> {
  await serialized(store, async (transaction) => {
    const off = await transaction
      .updateTable("webhook_endpoint")
      .set({ off_at: nowMs, off_reason: reason })
      .where("id", "=", id)
      .where("off_at", "is", null)
      .where("resumed_at", "=", sinceMs)
      .returning(["url", "subscription_id"])
      .executeTakeFirst();
    if (off === undefined) {
      return;
    }
    await publishWebhookChange(transaction);
    const owner = await transaction
      .selectFrom("subscription")
      .innerJoin("account_user", "account_user.id", "subscription.account_id")
      .select(["account_user.email", "account_user.lang"])
      .where("subscription.id", "=", off.subscription_id)
      .executeTakeFirst();
    if (owner !== undefined) {
      await mailOwner(transaction, owner, { url: off.url, reason });
    }
  });
}
