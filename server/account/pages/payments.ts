import type { BalanceMove, InvoiceEntry, PendingData } from "../../../src/account/billing-data.ts";
import { readBalance, listBalanceEntries } from "../../payment/balance.ts";
import type { Term } from "../../payment/credit.ts";
import type { Invoice } from "../../payment/invoices.ts";
import { transfersInReview } from "../../payment/review-list.ts";
import { formatFound, formatUsdt } from "../../payment/usdt.ts";
import type { Store } from "../../store/store.ts";
import { timeText } from "../../store/stored-value.ts";
import type { Handler } from "../request.ts";
import { amountOrNull } from "./plans.ts";

/* The payments page: credited and pending payments, the balance, and the invoices. */

const MAX_SHOWN = 100;
/** More than an account has in years. They are read at once, which delays other requests by about 50 ms. */
const MAX_ENTRIES = 4_000;

export const paymentsPage: Handler = async ({ store, who: { accountId }, nowMs }) => {
  const rows = await store.db
    .selectFrom("payment")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("credited_at", "desc")
    .orderBy("id")
    .execute();
  const movesOf = await balanceMoves(store, accountId);
  const data = {
    pending: await pending(store, accountId),
    invoices: (await listInvoices(store, accountId, MAX_SHOWN)).map((row) => ({
      id: row.id,
      plan: row.plan,
      asked: amountOrNull(row.amount),
      fromBalance: amountOrNull(row.from_balance),
      atMs: row.created_at,
      term: row.term,
      state: stateOf(row, nowMs),
    })),
    balance: formatUsdt(await readBalance(store.db, accountId)),
    entries: (await listBalanceEntries(store, accountId)).map((entry) => ({
      kind: entry.kind,
      amount: `${entry.amount < 0 ? "−" : "+"}${formatUsdt(Math.abs(entry.amount))}`,
      hash: entry.tx_hash,
      atMs: entry.at,
    })),
    payments: rows.map((row) => ({
      creditedAtMs: row.credited_at,
      plan: row.plan,
      amount: formatUsdt(row.amount),
      ...movesOf(row.invoice_id),
      hash: row.credited_by === "balance" ? null : row.tx_hash,
      startsAtMs: row.starts_at,
      endsAtMs: row.ends_at,
    })),
  };
  return { page: { name: "payments", data } };
};

/** Payments being looked up or in review, newest first. Their invoices may have been closed long ago. */
async function pending(store: Store, accountId: string): Promise<PendingData[]> {
  const rows = await store.db
    .selectFrom("claim")
    .innerJoin("invoice", "invoice.id", "claim.invoice_id")
    .selectAll("claim")
    .select("invoice.plan")
    .leftJoin("transfer", "transfer.id", "claim.transfer_id")
    .select(["transfer.gone_at as goneAtMs", "transfer.amount as found"])
    .where("claim.account_id", "=", accountId)
    .where("claim.state", "in", ["waiting", "seen", "review"])
    .orderBy("claim.created_at", "desc")
    .orderBy("claim.id")
    .execute();
  const named = rows.map((row) => ({
    invoiceId: row.invoice_id,
    plan: row.plan,
    atMs: row.created_at,
    amount: formatFound(row.found),
    hash: row.tx_hash,
    // A transfer whose block was undone is expected again.
    state: row.state === "seen" && row.goneAtMs !== null ? ("waiting" as const) : row.state,
    reason: row.reason,
  }));
  const unnamed = (await transfersInReview(store, accountId)).map(({ amount, ...rest }) => ({
    ...rest,
    amount: formatFound(amount),
    state: "review" as const,
  }));
  return [...named, ...unnamed].toSorted((one, other) => other.atMs - one.atMs);
}

/** The amounts that purchases took from or added to the balance, by invoice. */
export async function balanceMoves(
  { db }: Store,
  accountId: string,
): Promise<(invoiceId: string) => BalanceMove> {
  const rows = await db
    .selectFrom("balance_entry")
    .select("invoice_id as invoiceId")
    .select(({ fn }) => fn.sum<number | string>("amount").as("moved"))
    .where("account_id", "=", accountId)
    .where("kind", "in", ["too_much", "spent"])
    .groupBy("invoice_id")
    .execute();
  const moved = new Map(rows.map((row) => [row.invoiceId, Number(row.moved)]));
  return (invoiceId) => {
    const sum = moved.get(invoiceId) ?? 0;
    return {
      fromBalance: sum < 0 ? formatUsdt(-sum) : null,
      toBalance: sum > 0 ? formatUsdt(sum) : null,
    };
  };
}

/** An invoice, with flags that a database returns as booleans or numbers. */
type Row = Invoice & {
  readonly isInReview: boolean | number | bigint;
  readonly isContinued: boolean | number | bigint;
  readonly term: Term | null;
};

/** The invoices of an account, newest first. */
export async function listInvoices(store: Store, accountId: string, limit: number): Promise<Row[]> {
  const found = await transfersInReview(store, accountId);
  const waiting = new Set(found.map(({ invoiceId }) => invoiceId));
  const rows = await store.db
    .selectFrom("invoice")
    .selectAll()
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom("claim")
            .select("claim.id")
            .whereRef("claim.invoice_id", "=", "invoice.id")
            .where("claim.state", "=", "review"),
        )
        .as("isInReview"),
      eb
        .exists(
          eb
            .selectFrom("invoice as rest")
            .select("rest.id")
            .whereRef("rest.continues", "=", "invoice.id"),
        )
        .as("isContinued"),
    ])
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  // The term that was bought, taken from the receipt of the first payment.
  const payments = await store.db
    .selectFrom("payment")
    .select(["invoice_id", "starts_at as startsAtMs", "ends_at as endsAtMs"])
    .where("account_id", "=", accountId)
    .orderBy("credited_at", "desc")
    .execute();
  const terms = new Map(
    payments.map(({ invoice_id: id, startsAtMs, endsAtMs }) => [id, { startsAtMs, endsAtMs }]),
  );
  return rows.map((row) => ({
    ...row,
    isInReview: row.isInReview || waiting.has(row.id),
    term: terms.get(row.id) ?? null,
  }));
}

function stateOf(row: Row, nowMs: number): InvoiceEntry["state"] {
  if (row.state === "paid") {
    return "paid";
  }
  if (row.isInReview) {
    return "review";
  }
  if (row.isContinued) {
    return "rest";
  }
  if (nowMs > row.closes_at) {
    return "expired";
  }
  if (row.state === "closed") {
    return "cancelled";
  }
  return nowMs < row.expires_at ? "open" : "grace";
}

export const invoicesCsv: Handler = async ({ store, who, nowMs }) => {
  const head = ["time", "invoice", "plan", "days", "price_usdt", "from_balance_usdt", "asked_usdt"];
  const rows = (await listInvoices(store, who.accountId, MAX_ENTRIES)).map((each) => [
    timeText(each.created_at),
    each.id,
    each.plan,
    String(each.days),
    formatUsdt(each.price),
    formatUsdt(each.from_balance),
    formatUsdt(each.amount),
    each.continues ?? "",
    stateOf(each, nowMs),
    each.term === null ? "" : timeText(each.term.startsAtMs),
    each.term === null ? "" : timeText(each.term.endsAtMs),
  ]);
  const columns = [...head, "rest_of", "state", "from", "until"];
  return { csv: { name: "invoices", rows: [columns, ...rows] } };
};
