import type { Transaction } from "kysely";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import { balanceOf } from "./balance.ts";
import type { TermChange } from "./credit.ts";
import type { MicroUsdt } from "./usdt.ts";

/** What such a change would do. */
export type Trial<Change extends TermChange> = Change & {
  /** Null where the account was deleted. */
  readonly email: string | null;
  /** The account's balance now, and what it would be. */
  readonly balance: MicroUsdt;
  readonly balanceAfter: MicroUsdt;
};

/** Undoes what was only tried, and says what it was. */
class Undo<Change> extends Error {
  readonly tried: Change;

  constructor(tried: Change) {
    super("Undone.");
    this.tried = tried;
  }
}

/**
 * Says what a change would do, by doing it and undoing it: what is shown before is then what happens after,
 * and what would be refused is refused.
 *
 * @param work does it, within a transaction.
 * @throws whatever `work` throws.
 */
export async function tryOut<Change extends TermChange>(
  store: Store,
  work: (transaction: Transaction<Schema>) => Promise<Change>,
): Promise<Trial<Change>> {
  type Tried = Change & Pick<Trial<Change>, "balanceAfter">;
  const tried = await serialized<Tried>(store, async (transaction) => {
    const change = await work(transaction);
    const balanceAfter = await balanceOf(transaction, change.accountId);
    throw new Undo({ ...change, balanceAfter });
  }).catch((error: unknown) => {
    if (error instanceof Undo) {
      // Thrown by this function only.
      return error.tried as Tried;
    }
    throw error;
  });
  const account = await store.db
    .selectFrom("account_user")
    .select("email")
    .where("id", "=", tried.accountId)
    .executeTakeFirst();
  const balance = await balanceOf(store.db, tried.accountId);
  return { ...tried, email: account?.email ?? null, balance };
}
