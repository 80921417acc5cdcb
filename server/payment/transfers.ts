import { sql } from "kysely";
import { newId } from "../store/ids.ts";
import type { Db, StoredRow, Transaction } from "../store/store.ts";
import { orNone } from "../store/stored-value.ts";
import { decideTransfer } from "./payment-decisions.ts";
import type { ClaimedTransfer, Decision } from "./payment-decisions.ts";
import type { PaymentTerms } from "./plans.ts";
import { formatTronAddress, parseTronAddress } from "./tron/identifiers.ts";
import type { Receipt } from "./tron/receipt.ts";
import { CENT } from "./usdt.ts";

/* Transfers to our addresses in blocks, one row per event log. */

export type StoredTransfer = StoredRow<"transfer">;

export type Arrival = Awaited<ReturnType<typeof arrivedIn>>[number];

/**
 * The number of confirmations that the invoice page counts to: on TRON, a block is final once 19 of the 27 producers have
 * built on it. It is only displayed: a transfer is final once the node reports its block as solid.
 */
export const CONFIRMATIONS = 19;

/** The transfers in a receipt to our addresses: those in the settings and those of any invoice. */
export async function arrivedIn(
  transaction: Transaction,
  receipt: Receipt,
  { contract, addresses }: PaymentTerms,
) {
  const token = parseTronAddress(contract);
  const moved = receipt.transfers
    .filter((transfer) => transfer.contract === token && transfer.amount > 0n)
    .map(({ logIndex, amount, from, to }) => ({
      contract,
      tx_hash: receipt.hash,
      log_index: logIndex,
      amount: String(amount),
      from_address: formatTronAddress(from),
      to_address: formatTronAddress(to),
      block_number: receipt.blockNumber,
      block_time: receipt.blockTimeMs,
    }));
  const invoices = await transaction
    .selectFrom("invoice")
    .select("address")
    .distinct()
    .where("contract", "=", contract)
    .where("address", "in", orNone(moved.map((row) => row.to_address)))
    .execute();
  const ours = new Set([...addresses, ...invoices.map(({ address }) => address)]);
  return moved.filter((row) => ours.has(row.to_address));
}

/** Stores a transfer, or updates one that is not final. A decided transfer does not change. */
export async function record(
  transaction: Transaction,
  row: Arrival,
  { seen_at, ...changes }: Pick<StoredTransfer, "seen_at" | "looked_at"> & Partial<StoredTransfer>,
): Promise<StoredTransfer> {
  await transaction
    .insertInto("transfer")
    .values({ id: newId("trf"), state: "seen", seen_at, ...row, ...changes })
    .onConflict((conflict) =>
      conflict
        .columns(["contract", "tx_hash", "log_index"])
        .doUpdateSet({ ...row, ...changes, gone_at: null })
        .where("transfer.state", "=", "seen"),
    )
    .execute();
  return transaction
    .selectFrom("transfer")
    .selectAll()
    .where("contract", "=", row.contract)
    .where("tx_hash", "=", row.tx_hash)
    .where("log_index", "=", row.log_index)
    .executeTakeFirstOrThrow();
}

export async function deleteUndone(
  transaction: Transaction,
  hash: string,
  remaining: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom("transfer")
    .where("tx_hash", "=", hash)
    .where("state", "=", "seen")
    // PostgreSQL does not allow an empty list.
    .where("log_index", "not in", [-1, ...remaining])
    .execute();
}

/** The stored transfers of a transaction, with the accounts whose invoices they pay. */
export async function listTransfers(db: Db, hash: string): Promise<ClaimedTransfer[]> {
  return db
    .selectFrom("transfer")
    .leftJoin("invoice", "invoice.id", "transfer.invoice_id")
    .selectAll("transfer")
    .select("invoice.account_id")
    .where("transfer.tx_hash", "=", hash)
    .orderBy("transfer.log_index")
    .execute();
}

export async function decisionOn(
  transaction: Transaction,
  row: Arrival,
  clockAheadMs: number,
): Promise<Decision> {
  const amount = BigInt(row.amount);
  const invoices = await transaction
    .selectFrom("invoice")
    .leftJoin("account_user", "account_user.id", "invoice.account_id")
    .selectAll("invoice")
    .select("account_user.id as holder")
    .where("contract", "=", row.contract)
    .where("address", "=", row.to_address)
    .where(sql`amount % ${sql.lit(CENT)}`, "=", Number(amount % BigInt(CENT)))
    .orderBy("invoice.created_at", "desc")
    .orderBy("invoice.id")
    .execute();
  return decideTransfer({ amount, blockTimeMs: row.block_time, clockAheadMs }, invoices);
}
