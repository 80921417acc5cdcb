import type { Transaction } from "kysely";
import type { Vault } from "../../access/vault.ts";
import { audit } from "../../account/audit-log.ts";
import { serialized } from "../../store/serialized.ts";
import type { Store } from "../../store/store.ts";
import type { Schema } from "../../store/tables.ts";
import { accountExists } from "../credit.ts";
import type { Invoice } from "../invoices.ts";
import { aimOf, judgeForInvoice } from "../match-invoice.ts";
import type { PaymentRules } from "../plan.ts";
import { receive } from "../receive.ts";
import type { Outcome } from "../receive.ts";
import { formatTronAddress, parseTronAddress } from "../tron/address.ts";
import type { Receipt, Transfer } from "../tron/receipt.ts";
import { hasRested, isAskable } from "../unique-amount.ts";
import { creditedLogs, recordTransfer } from "./transfers.ts";

/** What became of a transfer that nobody named. */
export interface TransferDecision {
  readonly logIndex: number;
  readonly state: "paid" | "unmatched";
  /** Why a person has to decide, or what became of a payment that was not exactly what was asked for. */
  readonly reason: UnmatchedReason | Outcome;
}

/** Why a transfer that arrived pays no invoice by itself. */
export type UnmatchedReason = "no_invoice" | "too_old" | "invoice_expired" | "account_deleted";

/**
 * Takes the transfers of a final transaction for the invoices that they were sent for, and notes the
 * others for the owner. All of it is one database transaction.
 *
 * @param target token and receiving address, as people write them.
 * @param clockAheadMs by how much this machine's clock is ahead of the chain's time.
 * @returns the transfers that were decided now, not those credited or in review before.
 */
export function decideTransfers(
  { store, vault, rules }: { store: Store; vault: Vault; rules: PaymentRules },
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
      const found = { receipt, transfer, clockAheadMs };
      const fit = await fitOf(transaction, target, found, rules);
      const { invoice, reason, isLate } = fit;
      if (invoice === null || reason !== null) {
        await markUnmatched(
          transaction,
          { contract: target.contract, receipt, logIndex },
          fit,
          nowMs,
        );
        decisions.push({ logIndex, state: "unmatched", reason });
        continue;
      }
      const { hash, blockTimeMs } = receipt;
      const sent = { invoice, transfer: { ...describe(transfer), hash, blockTimeMs }, isLate };
      const outcome = await receive(transaction, { vault, rules }, sent, nowMs);
      decisions.push({ logIndex, state: "paid", reason: outcome });
    }
    return decisions;
  });
}

/** Notes why a person has to decide. Whose invoice it came too late for is told so, once. */
async function markUnmatched(
  transaction: Transaction<Schema>,
  {
    contract,
    receipt: { hash },
    logIndex,
  }: { contract: string; receipt: Receipt; logIndex: number },
  { invoice, reason }: Fit,
  nowMs: number,
): Promise<void> {
  const { id, reason: before } = await transaction
    .selectFrom("incoming_transfer")
    .select(["id", "reason"])
    .where("contract", "=", contract)
    .where("tx_hash", "=", hash)
    .where("log_index", "=", logIndex)
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable("incoming_transfer")
    .set({ reason, invoice_id: invoice?.id ?? null })
    .where("id", "=", id)
    .execute();
  // An older payment of the same sum may be anybody's.
  if (before === null && invoice !== null && reason === "invoice_expired") {
    await audit(transaction, invoice.account_id, "payment_in_review", nowMs, { hash });
  }
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

/** The invoice that a transfer was sent for, and why a person has to decide nevertheless. */
interface Fit {
  readonly invoice: Invoice | null;
  readonly reason: UnmatchedReason | null;
  /** Whether it came after the invoice's time. */
  readonly isLate: boolean;
}

const NO_FIT: Fit = { invoice: null, reason: "no_invoice", isLate: false };

/** What `fitOf` looks at. */
interface Found {
  readonly receipt: Receipt;
  readonly transfer: Transfer;
  readonly clockAheadMs: number;
}

/** The invoice that a transfer was sent for. Reads only. */
export async function fitOf(
  transaction: Transaction<Schema>,
  place: { contract: string; address: string },
  found: Found,
  rules: PaymentRules,
): Promise<Fit> {
  const best =
    (await exactFit(transaction, place, found)) ?? (await nearFit(transaction, place, found));
  if (best.invoice === null || best.reason !== null) {
    return best;
  }
  if (!(await accountExists(transaction, best.invoice.account_id))) {
    return { ...best, reason: "account_deleted" };
  }
  return best.isLate && rules.late === "review" ? { ...best, reason: "invoice_expired" } : best;
}

/** The fit of another amount, by what it has below a cent. */
async function nearFit(
  transaction: Transaction<Schema>,
  place: { contract: string; address: string },
  found: Found,
): Promise<Fit> {
  const aim = await aimOf(transaction, place, found.transfer, found);
  return aim === undefined ? NO_FIT : { ...aim, reason: null };
}

/** The best of the invoices that ask for just this amount. */
async function exactFit(
  transaction: Transaction<Schema>,
  { contract, address }: { contract: string; address: string },
  { receipt, transfer, clockAheadMs }: Found,
): Promise<Fit | undefined> {
  if (!isAskable(transfer.amount)) {
    return NO_FIT;
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
  const fits = invoices.map((invoice): Fit => {
    const verdict = judgeForInvoice(invoice, { receipt, clockAheadMs });
    const reviewed = verdict.verdict === "review" ? verdict.reason : null;
    const isLate = reviewed === "invoice_expired";
    const isStale = hasRested(invoice, receipt.blockTimeMs);
    const late = isStale ? "invoice_expired" : null;
    return { invoice, reason: reviewed === "too_old" ? "too_old" : late, isLate };
  });
  return fits.toSorted((one, other) => doubt(one) - doubt(other))[0];
}

/** One that waits to be paid is meant before one that was paid, and that before one that has expired. */
function doubt({ invoice, reason, isLate }: Fit): number {
  if (reason !== null) {
    return 3;
  }
  return isLate ? 2 : Number(invoice?.state === "paid");
}

function describe({ logIndex, from, to, amount }: Transfer) {
  return {
    logIndex,
    from: formatTronAddress(from),
    to: formatTronAddress(to),
    amount: Number(amount),
  };
}
