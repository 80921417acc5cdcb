import type { InvoiceEntry } from "../../../src/account/billing-data.ts";
import { readBalance, listBalanceEntries } from "../../payment/balance.ts";
import type { Term } from "../../payment/credit.ts";
import type { Invoice } from "../../payment/invoices.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { Store } from "../../store/store.ts";
import { timeText } from "../../store/stored-value.ts";
import type { Handler } from "../request.ts";
import { amountOrNull } from "./plans.ts";

/* The payments page: the invoices and the balance. */

const MAX_SHOWN = 100;
/** More than an account has in years. They are read at once, which delays other requests by about 50 ms. */
const MAX_ENTRIES = 4_000;

export const paymentsPage: Handler = async ({ store, who: { accountId }, nowMs }) => {
  const data = {
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
  };
  return { page: { name: "payments", data } };
};

/** An invoice, with a flag that a database returns as a boolean or a number. */
type Row = Invoice & {
  readonly isBeingChecked: boolean | number | bigint;
  readonly term: Term | null;
};

/** The invoices of an account, newest first. */
export async function listInvoices(store: Store, accountId: string, limit: number): Promise<Row[]> {
  const rows = await store.db
    .selectFrom("invoice")
    .selectAll()
    .select((eb) => [
      eb
        .or([
          eb.exists(
            eb
              .selectFrom("claim")
              .select("claim.id")
              .whereRef("claim.invoice_id", "=", "invoice.id")
              .where("claim.state", "in", ["waiting", "seen", "review"]),
          ),
          eb.exists(
            eb
              .selectFrom("transfer")
              .select("transfer.id")
              .whereRef("transfer.invoice_id", "=", "invoice.id")
              .where("transfer.state", "=", "review"),
          ),
        ])
        .as("isBeingChecked"),
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
    term: terms.get(row.id) ?? null,
  }));
}

function stateOf(row: Row, nowMs: number): InvoiceEntry["state"] {
  if (row.state === "paid") {
    return "paid";
  }
  if (row.isBeingChecked) {
    return "review";
  }
  if (nowMs > row.closes_at) {
    return "expired";
  }
  if (row.state === "closed") {
    return "closed";
  }
  return nowMs < row.expires_at ? "open" : "grace";
}

export const invoicesCsv: Handler = async ({ store, who, nowMs }) => {
  const head = ["time", "invoice", "plan", "days", "price_usdt", "from_balance_usdt", "asked_usdt"];
  const rows = (await listInvoices(store, who.accountId, MAX_ENTRIES)).map((invoice) => [
    timeText(invoice.created_at),
    invoice.id,
    invoice.plan,
    String(invoice.days),
    formatUsdt(invoice.price),
    formatUsdt(invoice.from_balance),
    formatUsdt(invoice.amount),
    stateOf(invoice, nowMs),
    invoice.term === null ? "" : timeText(invoice.term.startsAtMs),
    invoice.term === null ? "" : timeText(invoice.term.endsAtMs),
  ]);
  const columns = [...head, "state", "from", "until"];
  return { csv: { name: "invoices", rows: [columns, ...rows] } };
};
