import type { Transaction } from "kysely";
import type { Schema } from "../store/schema.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { balanceOf } from "./balance.ts";
import type { Credited } from "./credit.ts";
import type { MicroUsdt } from "./usdt.ts";

/** What crediting a transfer would do. */
export interface CreditTrial extends Credited {
  readonly email: string;
  /** When what is paid for ends or ended without it, epoch ms; null before the first payment. */
  readonly endedAtMs: number | null;
  /** The account's balance now, and what it would be. */
  readonly balance: MicroUsdt;
  readonly balanceAfter: MicroUsdt;
}

/** Undoes what was only tried, and says what it was. */
class Undo extends Error {
  readonly tried: Credited & Pick<CreditTrial, "balanceAfter">;

  constructor(tried: Undo["tried"]) {
    super("Undone.");
    this.tried = tried;
  }
}

/**
 * Says what crediting a transfer would do, by doing it and undoing it: what is shown before is then what
 * happens after, and what would be refused is refused.
 *
 * @param work credits it, within a transaction.
 * @throws whatever `work` throws.
 */
export async function tryCredit(
  store: Store,
  work: (transaction: Transaction<Schema>) => Promise<Credited>,
): Promise<CreditTrial> {
  const tried = await serialized(store, async (transaction) => {
    const credited = await work(transaction);
    const balanceAfter = await balanceOf(transaction, credited.accountId);
    throw new Undo({ ...credited, balanceAfter });
  }).catch((error: unknown) => {
    if (error instanceof Undo) {
      return error.tried;
    }
    throw error;
  });
  const { accountId } = tried;
  const { email } = await store.db
    .selectFrom("account_user")
    .select("email")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const subscription = await store.db
    .selectFrom("subscription")
    .select("ends_at")
    .where("account_id", "=", accountId)
    .where("trial", "=", 0)
    .executeTakeFirst();
  const balance = await balanceOf(store.db, accountId);
  return { ...tried, email, endedAtMs: subscription?.ends_at ?? null, balance };
}
