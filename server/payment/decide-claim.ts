import type { Transaction } from "kysely";
import type { Vault } from "../access/vault.ts";
import { audit } from "../account/audit-log.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import type { Schema } from "../store/tables.ts";
import type { Claim } from "./claims.ts";
import { accountExists } from "./credit.ts";
import { creditedLogs, recordTransfer } from "./incoming/transfers.ts";
import type { Invoice } from "./invoices.ts";
import {
  aimOf,
  fitsAnotherAccount,
  fittingTransfer,
  judgeForInvoice,
  matchInvoice,
} from "./match-invoice.ts";
import type { Aim, InvoiceMatch, ReceiptContext } from "./match-invoice.ts";
import type { PaymentRules } from "./plan.ts";
import { receive } from "./receive.ts";
import { formatTronAddress } from "./tron/address.ts";
import type { Receipt, Transfer } from "./tron/receipt.ts";
import { hasRested } from "./unique-amount.ts";

/** The final state of a claim. */
export interface Decision extends Pick<Claim, "reason"> {
  readonly state: "paid" | "review" | "rejected";
}

/**
 * Decides a claim by the receipt of its transaction, once and for all. Payment, invoice, subscription,
 * its first key and the audit entry are written in one database transaction, or not at all.
 *
 * @param clockAheadMs by how much this machine's clock is ahead of the chain's time.
 */
export function decideClaim(
  { store, vault, rules }: { store: Store; vault: Vault; rules: PaymentRules },
  claim: Claim,
  receipt: Receipt,
  { nowMs, clockAheadMs }: { nowMs: number; clockAheadMs: number },
): Promise<Decision> {
  return serialized(store, async (transaction) => {
    const present = await transaction
      .selectFrom("claim")
      .selectAll()
      .where("id", "=", claim.id)
      .executeTakeFirstOrThrow();
    const { state } = present;
    if (state !== "waiting" && state !== "seen") {
      return { ...present, state };
    }
    const invoice = await transaction
      .selectFrom("invoice")
      .selectAll()
      .where("id", "=", claim.invoice_id)
      .executeTakeFirstOrThrow();
    const credited = await creditedLogs(transaction, invoice.contract, receipt.hash);
    const context = { receipt, clockAheadMs, credited };
    const finding = await neverRefused(
      transaction,
      { invoice, context },
      await examine(transaction, invoice, context, rules),
    );
    if ("transfer" in finding) {
      await recordTransfer(transaction, invoice.contract, receipt, finding.transfer, nowMs);
    }
    const decision = await decide(
      transaction,
      { vault, rules },
      { invoice, receipt, finding },
      nowMs,
    );
    await transaction
      .updateTable("claim")
      .set({ ...decision, decided_at: nowMs })
      .where("id", "=", claim.id)
      .execute();
    if (decision.state === "review") {
      const { account_id: accountId, tx_hash: hash } = claim;
      await audit(transaction, accountId, "payment_in_review", nowMs, { hash });
    }
    return decision;
  });
}

/** What a receipt means for an account: it pays an invoice, needs a person, or is rejected. */
type Finding =
  | { readonly takenBefore: Taken }
  | { readonly aim: Aim; readonly transfer: Transfer }
  | { readonly reviewReason: string; readonly transfer: Transfer }
  | { readonly rejection: string };

async function examine(
  transaction: Transaction<Schema>,
  invoice: Invoice,
  context: ReceiptContext,
  rules: PaymentRules,
): Promise<Finding> {
  const match = await matchInvoice(transaction, invoice, context);
  if (match !== undefined) {
    const { transfer } = match;
    const isStale = hasRested(match.invoice, context.receipt.blockTimeMs);
    const reviewReason = isStale ? "invoice_expired" : match.reviewReason;
    const isLate = reviewReason === "invoice_expired";
    return reviewReason !== null && (isStale || needsPerson(reviewReason, rules))
      ? { reviewReason, transfer }
      : { aim: { invoice: match.invoice, isLate }, transfer };
  }
  const verdict = judgeForInvoice(invoice, context);
  if (verdict.verdict === "rejected") {
    return { rejection: verdict.reason };
  }
  if (verdict.verdict === "paid" || context.credited.has(verdict.transfer.logIndex)) {
    // No uncredited transfer is left, so this one was credited before.
    const takenBefore = await takenUnnamed(transaction, invoice, context.receipt.hash);
    return takenBefore === undefined ? { rejection: "duplicate_hash" } : { takenBefore };
  }
  if (await fitsAnotherAccount(transaction, invoice, verdict.transfer, context)) {
    return { rejection: "other_invoice" };
  }
  const { transfer } = verdict;
  const aim = await aimOf(transaction, invoice, transfer, context);
  if (aim !== undefined && aim.invoice.account_id !== invoice.account_id) {
    return { rejection: "other_invoice" };
  }
  return aim === undefined || (aim.isLate && needsPerson("invoice_expired", rules))
    ? { reviewReason: verdict.reason, transfer }
    : { aim, transfer };
}

/** A finding, or a review where it would refuse a sum that the account is asked for. */
async function neverRefused(
  transaction: Transaction<Schema>,
  { invoice, context }: { invoice: Invoice; context: ReceiptContext },
  finding: Finding,
): Promise<Finding> {
  const isOthers =
    "rejection" in finding && ["other_invoice", "duplicate_hash"].includes(finding.rejection);
  const transfer = isOthers ? await fittingTransfer(transaction, invoice, context) : undefined;
  return transfer === undefined ? finding : { reviewReason: "amount_mismatch", transfer };
}

async function decide(
  transaction: Transaction<Schema>,
  deps: { vault: Vault; rules: PaymentRules },
  { invoice, receipt, finding }: { invoice: Invoice; receipt: Receipt; finding: Finding },
  nowMs: number,
): Promise<Decision & Partial<Claim>> {
  if ("rejection" in finding) {
    return { state: "rejected", reason: finding.rejection };
  }
  if ("takenBefore" in finding) {
    const { outcome, invoiceId } = finding.takenBefore;
    return { state: "paid", reason: outcome ?? (invoiceId === invoice.id ? null : "own_invoice") };
  }
  const { transfer } = finding;
  if (!(await accountExists(transaction, invoice.account_id))) {
    return { state: "review", reason: "account_deleted", ...reviewColumns(transfer, receipt) };
  }
  if ("reviewReason" in finding) {
    return { state: "review", reason: finding.reviewReason, ...reviewColumns(transfer, receipt) };
  }
  const named = { ...described(transfer), hash: receipt.hash, blockTimeMs: receipt.blockTimeMs };
  const outcome = await receive(transaction, deps, { ...finding.aim, transfer: named }, nowMs);
  const isNamedOne = finding.aim.invoice.id === invoice.id;
  return { state: "paid", reason: outcome ?? (isNamedOne ? null : "own_invoice") };
}

/** Whether a person has to decide about a transfer of exactly an invoice's amount. */
function needsPerson(reason: InvoiceMatch["reviewReason"], { late }: PaymentRules): boolean {
  return reason === "too_old" || (reason === "invoice_expired" && late === "review");
}

/** What a transaction was taken for before anybody named it. */
interface Taken {
  readonly invoiceId: string | null;
  readonly outcome: string | null;
}

/**
 * What the account got for the transaction before anybody named it. Its payer names it all the same, and
 * is told that it arrived.
 */
async function takenUnnamed(
  transaction: Transaction<Schema>,
  { account_id: accountId, contract }: Invoice,
  hash: string,
): Promise<Taken | undefined> {
  const claim = await transaction
    .selectFrom("claim")
    .select("id")
    .where("account_id", "=", accountId)
    .where("tx_hash", "=", hash)
    .where("state", "=", "paid")
    .executeTakeFirst();
  if (claim !== undefined) {
    return undefined;
  }
  const payment = await transaction
    .selectFrom("payment")
    .select("invoice_id as invoiceId")
    .where("account_id", "=", accountId)
    .where("contract", "=", contract)
    .where("tx_hash", "=", hash)
    .executeTakeFirst();
  if (payment !== undefined) {
    return { ...payment, outcome: null };
  }
  return transaction
    .selectFrom("balance_entry")
    .select(["invoice_id as invoiceId", "kind as outcome"])
    .where("account_id", "=", accountId)
    .where("contract", "=", contract)
    .where("tx_hash", "=", hash)
    .executeTakeFirst();
}

function described({ logIndex, from, to, amount }: Transfer) {
  return {
    logIndex,
    from: formatTronAddress(from),
    to: formatTronAddress(to),
    amount: Number(amount),
  };
}

/** What a person needs to see to decide a claim. */
function reviewColumns(transfer: Transfer, receipt: Receipt): Partial<Omit<Claim, "state">> {
  return {
    log_index: transfer.logIndex,
    found_amount: String(transfer.amount),
    found_from: formatTronAddress(transfer.from),
    found_to: formatTronAddress(transfer.to),
    block_time: receipt.blockTimeMs,
  };
}
