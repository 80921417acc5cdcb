import { AsyncLocalStorage } from "node:async_hooks";
import type { Transaction } from "kysely";
import { newId } from "../access/base62.ts";
import type { Schema } from "../store/tables.ts";

/** What whoever runs the service can do to accounts, keys and payments. */
export type OwnerAction =
  | "assigned"
  | "unassigned"
  | "dismissed"
  | "refunded"
  | "days_given"
  | "days_taken"
  | "key_issued"
  | "key_renewed"
  | "key_revoked"
  | "codes_off"
  | "suspended"
  | "reinstated"
  | "maintenance_on"
  | "maintenance_off"
  | "price_set"
  | "plan_added"
  | "plan_renamed"
  | "plan_retired"
  | "plan_offered"
  | "address_moved"
  | "invited"
  | "invitation_withdrawn"
  | "joined"
  | "removed"
  | "signed_in";

/** What to write down. */
interface ActOrder {
  readonly action: OwnerAction;
  readonly accountId: string | null;
  readonly detail: Readonly<Record<string, string>>;
}

const actor = new AsyncLocalStorage<string>();

/** Does `work` in the name of somebody in the back office, who stands beside each act in the trail. */
export function actingAs<T>(email: string, work: () => Promise<T>): Promise<T> {
  return actor.run(email, work);
}

/** In whose name this is done; null: somebody's at the command line. */
export function actorNow(): string | null {
  return actor.getStore() ?? null;
}

/** Writes an act down, within the transaction that does it. Nothing in the trail can be changed later. */
export async function recordAct(
  transaction: Transaction<Schema>,
  { action, accountId, detail }: ActOrder,
  nowMs: number,
): Promise<void> {
  await transaction
    .insertInto("owner_act")
    .values({
      id: newId("act"),
      at: nowMs,
      action,
      account_id: accountId,
      detail: JSON.stringify(detail),
      acted_by: actorNow(),
    })
    .execute();
}
