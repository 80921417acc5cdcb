import { InvalidInput } from "../access/invalid-input.ts";
import { findAccount } from "../access/subscriptions.ts";
import { audit, recordAction } from "../store/audit.ts";
import { newId } from "../store/ids.ts";
import type { Db, Store, StoredRow, Transaction } from "../store/store.ts";
import { formatUsdt, type MicroUsdt } from "./usdt.ts";

export type BalanceEntry = StoredRow<"balance_entry">;

/** The balance of an account: what it has paid and not spent. */
export async function readBalance(db: Db, accountId: string): Promise<MicroUsdt> {
  const row = await db
    .selectFrom("balance_entry")
    .select(({ fn }) => fn.sum<number | string | null>("amount").as("sum"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return Number(row.sum ?? 0);
}

export async function addEntry(
  transaction: Transaction,
  entry: Pick<BalanceEntry, "account_id" | "kind" | "amount" | "at"> & Partial<BalanceEntry>,
): Promise<void> {
  await transaction
    .insertInto("balance_entry")
    .values({
      id: newId("bal"),
      contract: null,
      tx_hash: null,
      log_index: null,
      invoice_id: null,
      ...entry,
    })
    .execute();
}

/** The changes of an account's balance, newest first. */
export async function listBalanceEntries(
  { db }: Store,
  accountId: string,
): Promise<BalanceEntry[]> {
  return db
    .selectFrom("balance_entry")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
}

/** Money that an owner of the service has sent back. */
export interface Refund {
  /** An email address, or the id of a deleted account. */
  readonly account: string;
  readonly amount: MicroUsdt;
  readonly hash: string;
}

/**
 * Deducts a refund from a balance.
 *
 * @throws InvalidInput if the balance is too low, or the transaction was already recorded as a refund.
 */
export async function refund(
  transaction: Transaction,
  { account, amount, hash }: Refund,
  nowMs: number,
): Promise<void> {
  const accountId = (await findAccount(transaction, account))?.id ?? account;
  const balance = await readBalance(transaction, accountId);
  if (balance < amount) {
    throw new InvalidInput(
      `You entered more than the balance of ${formatUsdt(balance)} USDT. Nothing was changed.`,
    );
  }
  const recorded = await transaction
    .selectFrom("balance_entry")
    .select("id")
    .where("kind", "=", "refunded")
    .where("tx_hash", "=", hash)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (recorded !== undefined) {
    throw new InvalidInput(
      `The transaction ${hash} was already recorded as a refund of this account.`,
    );
  }
  await addEntry(transaction, {
    account_id: accountId,
    kind: "refunded",
    amount: -amount,
    tx_hash: hash,
    at: nowMs,
  });
  const detail = { amount: formatUsdt(amount), hash };
  await audit(transaction, accountId, "balance_refunded", nowMs, detail);
  await recordAction(transaction, { action: "refunded", accountId, detail }, nowMs);
}
