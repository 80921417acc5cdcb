import type { Transaction } from "kysely";
import { newId } from "../../access/base62.ts";
import type { Schema } from "../../store/tables.ts";
import { formatTronAddress } from "../tron/address.ts";
import type { Receipt, Transfer } from "../tron/receipt.ts";

/**
 * Notes that a transfer arrived, within the caller's transaction. Noting it twice changes nothing.
 *
 * @param contract as people write it.
 */
export async function recordTransfer(
  transaction: Transaction<Schema>,
  contract: string,
  receipt: Receipt,
  transfer: Transfer,
  nowMs: number,
): Promise<void> {
  await transaction
    .insertInto("incoming_transfer")
    .values({
      id: newId("trf"),
      contract,
      tx_hash: receipt.hash,
      log_index: transfer.logIndex,
      amount: String(transfer.amount),
      from_address: formatTronAddress(transfer.from),
      to_address: formatTronAddress(transfer.to),
      block_time: receipt.blockTimeMs,
      reason: null,
      invoice_id: null,
      recorded_at: nowMs,
      dismissed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The logs of a transaction that were credited, or went to a balance; of one account where that is given. */
export async function creditedLogs(
  transaction: Transaction<Schema>,
  contract: string,
  hash: string,
  accountId?: string,
): Promise<ReadonlySet<number>> {
  const [paid, kept] = [
    await transaction
      .selectFrom("payment")
      .select("log_index")
      .where("contract", "=", contract)
      .where("tx_hash", "=", hash)
      .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? ""))
      .execute(),
    await transaction
      .selectFrom("balance_entry")
      .select("log_index")
      .where("contract", "=", contract)
      .where("tx_hash", "=", hash)
      .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? ""))
      .execute(),
  ];
  return new Set([...paid, ...kept].flatMap((row) => row.log_index ?? []));
}
