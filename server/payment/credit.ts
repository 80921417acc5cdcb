import type { Transaction } from "kysely";
import { newId } from "../access/base62.ts";
import { insertSubscription, insertSubscriptionKey } from "../access/keys.ts";
import type { Vault } from "../access/vault.ts";
import { audit } from "../account/audit.ts";
import { inTurn, raiseRevision } from "../store/revision.ts";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import type { Claim } from "./claims.ts";
import type { Invoice } from "./invoices.ts";
import type { Receipt, Transfer } from "./receipt.ts";
import { formatTronAddress, parseTronAddress } from "./tron-address.ts";
import { formatUsdt } from "./usdt.ts";
import { judge } from "./verdict.ts";
import type { Verdict } from "./verdict.ts";

const DAY_MS = 86_400_000;

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

/** A transfer with its transaction, as it is written down. */
export interface NamedTransfer {
  readonly hash: string;
  readonly logIndex: number;
  /** As people write them. */
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly blockTimeMs: number;
}

/**
 * Credits a transfer to an invoice, in the turn of whoever decided so. The unique row of the payment is the guard
 * behind all others: it throws, and undoes everything, rather than credit a transfer twice.
 */
export async function credit(
  transaction: Transaction<Schema>,
  vault: Vault,
  {
    invoice,
    transfer,
    by,
    days = invoice.days,
  }: { invoice: Invoice; transfer: NamedTransfer; by: "match" | "person"; days?: number },
  nowMs: number,
): Promise<void> {
  const { account_id: accountId, plan } = invoice;
  await raiseRevision(transaction);
  const { subscriptionId, startsAtMs, endsAtMs } = await extend(
    transaction,
    vault,
    accountId,
    days * DAY_MS,
    nowMs,
  );
  await transaction
    .insertInto("payment")
    .values({
      id: newId("pay"),
      contract: invoice.contract,
      tx_hash: transfer.hash,
      log_index: transfer.logIndex,
      amount: transfer.amount,
      from_address: transfer.from,
      to_address: transfer.to,
      block_time: transfer.blockTimeMs,
      account_id: accountId,
      invoice_id: invoice.id,
      subscription_id: subscriptionId,
      plan,
      days,
      starts_at: startsAtMs,
      ends_at: endsAtMs,
      credited_at: nowMs,
      credited_by: by,
    })
    .execute();
  await transaction
    .updateTable("invoice")
    .set({ state: "paid" })
    .where("id", "=", invoice.id)
    .execute();
  await audit(transaction, accountId, "payment_credited", nowMs, {
    plan,
    amount: formatUsdt(transfer.amount),
    hash: transfer.hash,
  });
}

/** Lets the account's subscription go on from its end, or from now; the first time with a key. */
async function extend(
  transaction: Transaction<Schema>,
  vault: Vault,
  accountId: string,
  termMs: number,
  nowMs: number,
): Promise<{ subscriptionId: string; startsAtMs: number; endsAtMs: number }> {
  const present = await transaction
    .selectFrom("subscription")
    .select(["id", "ends_at"])
    .where("account_id", "=", accountId)
    .where("trial", "=", 0)
    .executeTakeFirst();
  const startsAtMs = Math.max(nowMs, present?.ends_at ?? nowMs);
  const endsAtMs = startsAtMs + termMs;
  if (present !== undefined) {
    await transaction
      .updateTable("subscription")
      .set({ ends_at: endsAtMs })
      .where("id", "=", present.id)
      .execute();
    return { subscriptionId: present.id, startsAtMs, endsAtMs };
  }
  const { email } = await transaction
    .selectFrom("account_user")
    .select("email")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const subscriptionId = await insertSubscription(
    transaction,
    { label: email, endsAtMs, accountId, trial: 0 },
    nowMs,
  );
  const key = { subscriptionId, origins: [], demo: 0, seal: vault.seal } as const;
  const { id: keyId } = await insertSubscriptionKey(transaction, key, nowMs);
  await audit(transaction, accountId, "key_issued", nowMs, { key: keyId });
  return { subscriptionId, startsAtMs, endsAtMs };
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
