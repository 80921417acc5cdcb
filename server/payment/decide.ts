import type { Transaction } from "kysely";
import type { Vault } from "../access/vault.ts";
import type { Schema } from "../store/schema.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Claim } from "./claims.ts";
import { credit } from "./credit.ts";
import type { Invoice } from "./invoices.ts";
import { findFit, isOfAnother, judgeFor } from "./match-invoice.ts";
import type { Evidence } from "./match-invoice.ts";
import { isThere } from "./payer.ts";
import { formatTronAddress } from "./tron/address.ts";
import type { Receipt, Transfer } from "./tron/receipt.ts";

/** What became of a claim. */
export type Decision = Pick<Claim, "state" | "reason">;

/**
 * Decides a claim by the receipt of its transaction, once and for all, in one transaction: the
 * payment, the invoice, the subscription, its first key and the audit, or nothing of it.
 *
 * @param clockAheadMs by how much this machine's clock is ahead of the chain's time.
 */
export function decideClaim(
  store: Store,
  vault: Vault,
  claim: Claim,
  receipt: Receipt,
  nowMs: number,
  clockAheadMs = 0,
): Promise<Decision> {
  return serialized(store, async (transaction) => {
    const present = await transaction
      .selectFrom("claim")
      .selectAll()
      .where("id", "=", claim.id)
      .executeTakeFirstOrThrow();
    if (present.state !== "waiting" && present.state !== "seen") {
      return present;
    }
    const invoice = await transaction
      .selectFrom("invoice")
      .selectAll()
      .where("id", "=", claim.invoice_id)
      .executeTakeFirstOrThrow();
    const credited = await creditedLogs(transaction, invoice.contract, receipt.hash);
    const evidence = { receipt, clockAheadMs, credited };
    const found = await look(transaction, invoice, evidence);
    const decision = await decide(transaction, vault, { invoice, receipt, found }, nowMs);
    await transaction
      .updateTable("claim")
      .set({ ...decision, decided_at: nowMs })
      .where("id", "=", claim.id)
      .execute();
    return decision;
  });
}

/** What a receipt is worth to an account: the payment of an invoice, a case for a person, or nothing. */
type Found =
  | { readonly pays: Invoice; readonly transfer: Transfer }
  | { readonly doubt: string; readonly transfer: Transfer }
  | { readonly rejection: string };

async function look(
  transaction: Transaction<Schema>,
  invoice: Invoice,
  evidence: Evidence,
): Promise<Found> {
  const fit = await findFit(transaction, invoice, evidence);
  if (fit !== undefined) {
    const { transfer, doubt } = fit;
    return doubt === null ? { pays: fit.invoice, transfer } : { doubt, transfer };
  }
  const verdict = judgeFor(invoice, evidence);
  if (verdict.verdict === "rejected") {
    return { rejection: verdict.reason };
  }
  if (verdict.verdict === "paid" || evidence.credited.has(verdict.transfer.logIndex)) {
    // Nothing fits, so that what this names was credited before.
    return { rejection: "duplicate_hash" };
  }
  if (await isOfAnother(transaction, invoice, verdict.transfer, evidence)) {
    return { rejection: "other_invoice" };
  }
  return { doubt: verdict.reason, transfer: verdict.transfer };
}

async function decide(
  transaction: Transaction<Schema>,
  vault: Vault,
  { invoice, receipt, found }: { invoice: Invoice; receipt: Receipt; found: Found },
  nowMs: number,
): Promise<Decision & Partial<Claim>> {
  if ("rejection" in found) {
    return { state: "rejected", reason: found.rejection };
  }
  const { transfer } = found;
  if (!(await isThere(transaction, invoice.account_id))) {
    return { state: "review", reason: "account_deleted", ...finding(transfer, receipt) };
  }
  if ("doubt" in found) {
    return { state: "review", reason: found.doubt, ...finding(transfer, receipt) };
  }
  const named = { ...described(transfer), hash: receipt.hash, blockTimeMs: receipt.blockTimeMs };
  await credit(transaction, vault, { invoice: found.pays, transfer: named, by: "match" }, nowMs);
  return { state: "paid", reason: found.pays.id === invoice.id ? null : "own_invoice" };
}

/** Which logs of a transaction were credited already. */
async function creditedLogs(
  transaction: Transaction<Schema>,
  contract: string,
  hash: string,
): Promise<ReadonlySet<number>> {
  const rows = await transaction
    .selectFrom("payment")
    .select("log_index")
    .where("contract", "=", contract)
    .where("tx_hash", "=", hash)
    .execute();
  return new Set(rows.map((row) => row.log_index));
}

function described({ logIndex, from, to, amount }: Transfer) {
  return {
    logIndex,
    from: formatTronAddress(from),
    to: formatTronAddress(to),
    amount: Number(amount),
  };
}

/** What a person needs to see to decide. */
function finding(transfer: Transfer, receipt: Receipt): Partial<Claim> {
  return {
    log_index: transfer.logIndex,
    found_amount: String(transfer.amount),
    found_from: formatTronAddress(transfer.from),
    found_to: formatTronAddress(transfer.to),
    block_time: receipt.blockTimeMs,
  };
}
