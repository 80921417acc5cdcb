import { AsyncLocalStorage } from "node:async_hooks";
import type { Transaction } from "kysely";
import { newId } from "../access/base62.ts";
import { addressAt, selectMoves } from "../account/auth/former-addresses.ts";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { readTexts } from "../store/stored-value.ts";

/** What whoever runs the service can do to accounts and payments. */
export type OwnerAction =
  | "assigned"
  | "unassigned"
  | "dismissed"
  | "refunded"
  | "days_given"
  | "days_taken"
  | "codes_off"
  | "passkeys_off"
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
  | "passkey_added"
  | "passkey_removed"
  /** Its counter went back, so there are two of it. */
  | "passkey_refused"
  | "signed_in";

/** One of these acts. */
export interface OwnerAct {
  readonly atMs: number;
  readonly action: OwnerAction;
  /**
   * Whose account, by the address that it had then; null where nobody's was touched, it was deleted, or the
   * address was left before such addresses were kept.
   */
  readonly email: string | null;
  /** The address that the account has now, where that is another one. */
  readonly emailNow: string | null;
  /** Who did it in the back office, by e-mail address; null: somebody at the command line. */
  readonly by: string | null;
  readonly detail: Readonly<Record<string, string>>;
}

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

/** The newest acts, `limit` at most. */
export async function listActs({ db }: Store, limit: number): Promise<OwnerAct[]> {
  const rows = await db
    .selectFrom("owner_act")
    .leftJoin("account_user", "account_user.id", "owner_act.account_id")
    .selectAll("owner_act")
    .select("account_user.email")
    .orderBy("owner_act.at", "desc")
    .orderBy("owner_act.id")
    .limit(limit)
    .execute();
  const moves = await selectMoves(db)
    .where("audit.account_id", "in", (acts) => acts.selectFrom("owner_act").select("account_id"))
    .execute();
  const movesOf = Map.groupBy(moves, ({ accountId }) => accountId);
  return rows.map((row) => {
    const email = addressAt(row.email, movesOf.get(row.account_id ?? "") ?? [], row.at);
    return {
      atMs: row.at,
      // Written by this module only.
      action: row.action as OwnerAction,
      email,
      emailNow: row.email === email ? null : row.email,
      by: row.acted_by,
      detail: readTexts(row.detail),
    };
  });
}
