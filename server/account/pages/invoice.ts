import type {
  BalanceMove,
  InvoiceData,
  ProgressData,
  ReceiptData,
} from "../../../src/account/billing-data.ts";
import { DAY_MS } from "../../../src/round/phases.ts";
import { findSubscription } from "../../access/subscriptions.ts";
import { listClaims, submitClaim } from "../../payment/claims.ts";
import type { Claim } from "../../payment/claims.ts";
import { findInvoice } from "../../payment/invoices.ts";
import type { Invoice } from "../../payment/invoices.ts";
import { largestDifference } from "../../payment/payment-decisions.ts";
import { CONFIRMATIONS } from "../../payment/transfers.ts";
import { formatFound, formatUsdt } from "../../payment/usdt.ts";
import type { Db, Store, StoredRow } from "../../store/store.ts";
import { orNone } from "../../store/stored-value.ts";
import { writeAs } from "../auth/sessions.ts";
import { goTo } from "../request.ts";
import type { Handler, SignedInRequest } from "../request.ts";
import { amountOrNull, termData } from "./plans.ts";
import { qrCode } from "./security.ts";

/* The page of an invoice: the amount due, the state of the payment, and the receipt. */

const PLANS = "/account/plans/";
/** How long a transaction undone by the chain is still expected. */
const GONE_MS = DAY_MS;

export const invoicePage: Handler = async (request) => {
  const { store, who, nowMs } = request;
  const { accountId } = who;
  const found = await findInvoice(store, accountId, request.url.searchParams.get("id") ?? "");
  if (found === undefined) {
    return { missing: true };
  }
  const paid = await findSubscription(store.db, accountId);
  const data: InvoiceData = {
    id: found.id,
    plan: found.plan,
    price: formatUsdt(found.price),
    amount: formatUsdt(found.amount),
    less: amountOrNull(found.price - found.from_balance - found.amount),
    term: termData(paid?.ends_at ?? null, found.days, nowMs),
    address: found.address,
    expiresAtMs: found.expires_at,
    closesAtMs: found.closes_at,
    ...(await readStatus(store, found, nowMs)),
    fromBalance: amountOrNull(found.from_balance),
    largestDifference: formatUsdt(largestDifference(found)),
    receipt: await findReceipt(request, found),
    // Only the bare address, since no format with an amount works in all wallets.
    qr: qrCode(found.address),
  };
  return { page: { name: "invoice", data } };
};

export const submitHash: Handler = async ({ store, who, nowMs, field }) => {
  const invoice = await findInvoice(store, who.accountId, field("invoice"));
  if (invoice === undefined) {
    return goTo(PLANS, "no_such_plan");
  }
  const here = `/account/invoice/?${new URLSearchParams({ id: invoice.id })}`;
  const claim = await writeAs(store, who, (transaction) =>
    submitClaim(transaction, invoice, field("hash"), nowMs),
  );
  if (claim === "bad_hash" || claim === "too_many") {
    return goTo(here, claim === "bad_hash" ? claim : "too_many_hashes");
  }
  return goTo(here, "hash_submitted");
};

async function readStatus(store: Store, invoice: Invoice, nowMs: number) {
  const rows = await listClaims(store, invoice.id);
  const progress = await readProgress(store.db, invoice, rows, nowMs);
  const others = rows.filter((row) => row.tx_hash !== progress?.hash);
  return {
    state: invoice.state,
    progress,
    claims: others.map((row) => ({ hash: row.tx_hash, state: row.state, reason: row.reason })),
  };
}

type Transfer = StoredRow<"transfer">;

/**
 * The state of an invoice's payment: what it bought, how it was resolved, or how far it has come. Null if there is
 * no payment.
 *
 * @param claims the claims of the invoice, newest first.
 */
export async function readProgress(
  db: Db,
  invoice: Invoice,
  claims: readonly Claim[],
  nowMs: number,
): Promise<ProgressData | null> {
  const transferIds = claims.flatMap((claim) =>
    claim.state === "rejected" ? [] : (claim.transfer_id ?? []),
  );
  const transfers = await db
    .selectFrom("transfer")
    .selectAll()
    .where((eb) => eb.or([eb("invoice_id", "=", invoice.id), eb("id", "in", orNone(transferIds))]))
    .orderBy("seen_at", "desc")
    .orderBy("id")
    .execute();
  const payment = await db
    .selectFrom("payment")
    .selectAll()
    .where("invoice_id", "=", invoice.id)
    .where("transfer_id", "is not", null)
    .orderBy("credited_at")
    .limit(1)
    .executeTakeFirst();
  const transfer = transferToShow(transfers, invoice, payment, nowMs);
  if (transfer === undefined) {
    return null;
  }
  const { tx_hash: hash, confirmations } = transfer;
  const step =
    transfer.gone_at !== null && transfer.state === "seen" ? "waiting" : STEPS[transfer.state];
  const isUnderWay = step === "waiting" || step === "block";
  const block = step === "waiting" ? null : transfer.block_number;
  // The payer sees the reason for a review from their own claim.
  const claim = claims.find(({ transfer_id: id }) => id === transfer.id);
  return {
    hash,
    step,
    isUnderWay,
    mark: [hash, step, block, confirmations === null].join(" "),
    amount: formatFound(transfer.amount),
    seenAtMs: transfer.seen_at,
    block,
    // A decided transfer was final.
    confirmations: isUnderWay ? confirmations : CONFIRMATIONS,
    needed: CONFIRMATIONS,
    lookedAtMs: transfer.looked_at,
    reason: (transfer.state === "review" ? claim?.reason : null) ?? transfer.reason,
    endedAtMs: isUnderWay ? null : transfer.decided_at,
    runsUntilMs: step === "credited" ? (payment?.ends_at ?? null) : null,
  };
}

/** @param transfers newest first. */
function transferToShow(
  transfers: readonly Transfer[],
  invoice: Invoice,
  payment: StoredRow<"payment"> | undefined,
  nowMs: number,
): Transfer | undefined {
  const byPriority: readonly ((transfer: Transfer) => boolean)[] = [
    // One that bought the plan.
    ({ id }) => id === payment?.transfer_id,
    // One that went into the balance.
    ({ state, invoice_id: id }) => state === "kept" && id === invoice.id,
    // One that may still buy the plan, unlike one in review, which an owner decides.
    ({ state, gone_at: goneAtMs }) => state === "seen" && goneAtMs === null,
    ({ state }) => state === "review",
    // One that the chain has undone, but may include again.
    ({ state, gone_at: goneAtMs }) =>
      state === "seen" && goneAtMs !== null && nowMs - goneAtMs < GONE_MS,
  ];
  return byPriority.map((matches) => transfers.find(matches)).find((found) => found !== undefined);
}

const STEPS: Readonly<Record<Transfer["state"], ProgressData["step"]>> = {
  paid: "credited",
  kept: "kept",
  seen: "block",
  review: "review",
  dismissed: "review",
};

/** The receipt of an invoice; null until it is paid. */
async function findReceipt(
  { store, who, terms: { seller } }: SignedInRequest,
  { id }: Invoice,
): Promise<ReceiptData | null> {
  const payment = await store.db
    .selectFrom("payment")
    .leftJoin("transfer", "transfer.id", "payment.transfer_id")
    .selectAll("payment")
    .select(["transfer.tx_hash", "transfer.amount", "transfer.block_time"])
    .where("payment.invoice_id", "=", id)
    .orderBy("credited_at")
    .limit(1)
    .executeTakeFirst();
  if (payment === undefined) {
    return null;
  }
  return {
    customer: who.email,
    paidAtMs: payment.block_time ?? payment.credited_at,
    amount: formatFound(payment.amount) ?? formatUsdt(0),
    ...(await balanceMove(store, id)),
    startsAtMs: payment.starts_at,
    endsAtMs: payment.ends_at,
    hash: payment.tx_hash,
    seller,
  };
}

/** The amounts that the purchase of an invoice took from or added to the balance. */
async function balanceMove({ db }: Store, invoiceId: string): Promise<BalanceMove> {
  const { moved } = await db
    .selectFrom("balance_entry")
    .select(({ fn }) => fn.sum<number | string | null>("amount").as("moved"))
    .where("invoice_id", "=", invoiceId)
    .where("kind", "in", ["too_much", "spent"])
    .executeTakeFirstOrThrow();
  const sum = Number(moved ?? 0);
  return {
    fromBalance: sum < 0 ? formatUsdt(-sum) : null,
    toBalance: sum > 0 ? formatUsdt(sum) : null,
  };
}
