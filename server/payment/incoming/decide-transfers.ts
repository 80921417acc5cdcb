import type { Transaction } from "kysely";
import type { Vault } from "../../access/vault.ts";
import type { Schema } from "../../store/schema.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import { accountExists, credit } from "../credit.ts";
import type { Invoice } from "../invoices.ts";
import { judgeForInvoice } from "../match-invoice.ts";
import { formatTronAddress, parseTronAddress } from "../tron/address.ts";
import type { Receipt, Transfer } from "../tron/receipt.ts";
import { creditedLogs, recordTransfer } from "./transfers.ts";

/** What became of a transfer that nobody named. */
export interface TransferDecision {
  readonly logIndex: number;
  readonly state: "paid" | "unmatched";
  /** Why a person has to decide; null where it paid an invoice. */
  readonly reason: UnmatchedReason | null;
}

/** Why a transfer that arrived pays no invoice by itself. */
export type UnmatchedReason =
  | "no_invoice"
  | "too_old"
  | "invoice_expired"
  | "invoice_paid"
  | "account_deleted";

/**
 * Credits the transfers of a final transaction to the invoices that ask for exactly their amounts, and
 * notes the others for the owner. All of it is one database transaction.
 *
 * @param target token and receiving address, as people write them.
 * @param clockAheadMs by how much this machine's clock is ahead of the chain's time.
 * @returns the transfers that were decided now, not those credited or in review before.
 */
export function decideTransfers(
  store: Store,
  vault: Vault,
  target: { contract: string; address: string },
  receipt: Receipt,
  { nowMs, clockAheadMs }: { nowMs: number; clockAheadMs: number },
): Promise<TransferDecision[]> {
  const contract = parseTronAddress(target.contract);
  const address = parseTronAddress(target.address);
  const arrived = receipt.transfers.filter(
    (each) => each.contract === contract && each.to === address && each.amount > 0n,
  );
  if (receipt.outcome === "failed" || arrived.length === 0) {
    return Promise.resolve([]);
  }
  return serialized(store, async (transaction) => {
    const decisions: TransferDecision[] = [];
    const credited = await creditedLogs(transaction, target.contract, receipt.hash);
    for (const transfer of arrived) {
      await recordTransfer(transaction, target.contract, receipt, transfer, nowMs);
      const { logIndex } = transfer;
      if (credited.has(logIndex) || (await isNamed(transaction, receipt.hash, logIndex))) {
        continue;
      }
      const { invoice, reason } = await fit(transaction, target, {
        receipt,
        transfer,
        clockAheadMs,
      });
      if (invoice !== null && reason === null) {
        const named = {
          ...describe(transfer),
          hash: receipt.hash,
          blockTimeMs: receipt.blockTimeMs,
        };
        await credit(transaction, vault, { invoice, transfer: named, by: "match" }, nowMs);
      } else {
        await transaction
          .updateTable("incoming_transfer")
          .set({ reason, invoice_id: invoice?.id ?? null })
          .where("contract", "=", target.contract)
          .where("tx_hash", "=", receipt.hash)
          .where("log_index", "=", logIndex)
          .execute();
      }
      decisions.push({ logIndex, state: reason === null ? "paid" : "unmatched", reason });
    }
    return decisions;
  });
}

/** Whether a person decides already, as an account named the transfer. */
async function isNamed(transaction: Transaction<Schema>, hash: string, logIndex: number) {
  const claim = await transaction
    .selectFrom("claim")
    .select("id")
    .where("tx_hash", "=", hash)
    .where("log_index", "=", logIndex)
    .where("state", "=", "review")
    .executeTakeFirst();
  return claim !== undefined;
}

/** The invoice that a transfer pays, or nearly pays, and why a person has to decide. */
interface Fit {
  readonly invoice: Invoice | null;
  readonly reason: UnmatchedReason | null;
}

async function fit(
  transaction: Transaction<Schema>,
  { contract, address }: { contract: string; address: string },
  {
    receipt,
    transfer,
    clockAheadMs,
  }: { receipt: Receipt; transfer: Transfer; clockAheadMs: number },
): Promise<Fit> {
  if (transfer.amount > BigInt(Number.MAX_SAFE_INTEGER)) {
    return { invoice: null, reason: "no_invoice" };
  }
  const invoices = await transaction
    .selectFrom("invoice")
    .selectAll()
    .where("contract", "=", contract)
    .where("address", "=", address)
    .where("amount", "=", Number(transfer.amount))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const fits: Fit[] = invoices.map((invoice) => {
    const verdict = judgeForInvoice(invoice, { receipt, clockAheadMs });
    const isLateOrEarly = verdict.verdict === "review" && verdict.reason !== "amount_mismatch";
    return {
      invoice,
      reason: isLateOrEarly
        ? (verdict.reason as "too_old" | "invoice_expired")
        : invoice.state === "paid"
          ? "invoice_paid"
          : null,
    };
  });
  const [best = { invoice: null, reason: "no_invoice" as const }] = fits.toSorted(
    (one, other) => Number(one.reason !== null) - Number(other.reason !== null),
  );
  const { invoice, reason } = best;
  const pays = invoice !== null && reason === null;
  return pays && !(await accountExists(transaction, invoice.account_id))
    ? { invoice, reason: "account_deleted" }
    : best;
}

function describe({ logIndex, from, to, amount }: Transfer) {
  return {
    logIndex,
    from: formatTronAddress(from),
    to: formatTronAddress(to),
    amount: Number(amount),
  };
}
