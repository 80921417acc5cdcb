import type { Transaction } from "kysely";
import type { Vault } from "../access/vault.ts";
import { inTurn } from "../store/revision.ts";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import type { Claim } from "./claims.ts";
import { credit } from "./credit.ts";
import type { Invoice } from "./invoices.ts";
import type { Receipt, Transfer } from "./receipt.ts";
import { formatTronAddress, parseTronAddress } from "./tron-address.ts";
import { judge } from "./verdict.ts";
import type { Verdict } from "./verdict.ts";

/** What became of a claim. */
export type Decision = Pick<Claim, "state" | "reason">;

/**
 * Decides a claim by the receipt of its transaction, once and for all, in one transaction: the
 * payment, the invoice, the subscription, its first key and the audit, or nothing of it.
 */
export function decideClaim(
  store: Store,
  vault: Vault,
  claim: Claim,
  receipt: Receipt,
  nowMs: number,
): Promise<Decision> {
  return inTurn(store, async (transaction) => {
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
    const verdict = judge(receipt, {
      contract: bytesOf(invoice.contract),
      address: bytesOf(invoice.address),
      amount: invoice.amount,
      fromMs: invoice.created_at,
      untilMs: invoice.closes_at,
    });
    const decision = await decide(transaction, vault, { invoice, receipt, verdict }, nowMs);
    await transaction
      .updateTable("claim")
      .set({ ...decision, decided_at: nowMs })
      .where("id", "=", claim.id)
      .execute();
    return decision;
  });
}

interface Case {
  readonly invoice: Invoice;
  readonly receipt: Receipt;
  readonly verdict: Verdict;
}

async function decide(
  transaction: Transaction<Schema>,
  vault: Vault,
  { invoice, receipt, verdict }: Case,
  nowMs: number,
): Promise<Decision & Partial<Claim>> {
  if (verdict.verdict === "rejected") {
    return { state: "rejected", reason: verdict.reason };
  }
  const credited = await creditedLogs(transaction, invoice.contract, receipt.hash);
  if (verdict.verdict === "paid") {
    const free = verdict.transfers.find(({ logIndex }) => !credited.has(logIndex));
    if (free === undefined) {
      return { state: "rejected", reason: "duplicate_hash" };
    }
    if (invoice.state === "paid") {
      // Paid twice: the money is there, and what it is for only a person can say.
      return { state: "review", reason: "invoice_paid", ...finding(free, receipt) };
    }
    const transfer = { ...described(free), hash: receipt.hash, blockTimeMs: receipt.blockTimeMs };
    await credit(transaction, vault, { invoice, transfer, by: "match" }, nowMs);
    return { state: "paid", reason: null };
  }
  const { transfer, reason } = verdict;
  if (credited.has(transfer.logIndex)) {
    return { state: "rejected", reason: "duplicate_hash" };
  }
  if (await isOfAnother(transaction, invoice, transfer, receipt)) {
    return { state: "rejected", reason: "other_invoice" };
  }
  return { state: "review", reason, ...finding(transfer, receipt) };
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

/** Whether the transfer is exactly what another invoice asked for: then it is no mistake of this payer. */
async function isOfAnother(
  transaction: Transaction<Schema>,
  invoice: Invoice,
  transfer: Transfer,
  receipt: Receipt,
): Promise<boolean> {
  if (transfer.amount > BigInt(Number.MAX_SAFE_INTEGER)) {
    return false;
  }
  const other = await transaction
    .selectFrom("invoice")
    .select("id")
    .where("contract", "=", invoice.contract)
    .where("address", "=", invoice.address)
    .where("amount", "=", Number(transfer.amount))
    .where("created_at", "<=", receipt.blockTimeMs)
    .where("closes_at", ">=", receipt.blockTimeMs)
    .where("id", "!=", invoice.id)
    .executeTakeFirst();
  return other !== undefined;
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
    block_time: receipt.blockTimeMs,
  };
}

/** The settings were checked, so what an invoice took from them is an address. */
function bytesOf(address: string): string {
  const bytes = parseTronAddress(address);
  if (bytes === undefined) {
    throw new Error(`${address} is no TRON address.`);
  }
  return bytes;
}
