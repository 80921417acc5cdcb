import type { InvoiceEntry } from "../../../src/account/billing-data.ts";
import type { Term } from "../../payment/credit.ts";
import type { Invoice } from "../../payment/invoices.ts";
import { transfersInReview } from "../../payment/review.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { Store } from "../../store/store.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";

/** More than anybody looks through; the payments have a list of their own. */
const MAX_SHOWN = 100;

/** The account's invoices and what became of them, the newest first. */
export async function invoices(
  { store }: PortalContext,
  { who, nowMs }: Pick<SignedInRequest, "who" | "nowMs">,
): Promise<InvoiceEntry[]> {
  const rows = await invoicesOf(store, who.accountId, MAX_SHOWN);
  return rows.map((row) => ({
    id: row.id,
    plan: row.plan,
    price: formatUsdt(row.price),
    asked: row.amount === 0 ? null : formatUsdt(row.amount),
    fromBalance: row.from_balance === 0 ? null : formatUsdt(row.from_balance),
    atMs: row.created_at,
    term: row.term,
    state: stateOf(row, nowMs),
  }));
}

/** The latest invoices of an account, the newest first. */
export async function invoicesOf(store: Store, accountId: string, limit: number): Promise<Row[]> {
  const found = await transfersInReview(store, accountId);
  const waiting = new Set(found.map(({ invoiceId }) => invoiceId));
  const rows = await store.db
    .selectFrom("invoice")
    .selectAll()
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom("claim")
          .select("claim.id")
          .whereRef("claim.invoice_id", "=", "invoice.id")
          .where("claim.state", "=", "review"),
      ).as("isInReview"),
      exists(
        selectFrom("invoice as rest")
          .select("rest.id")
          .whereRef("rest.continues", "=", "invoice.id"),
      ).as("isContinued"),
    ])
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  const terms = await termsOf(store, accountId);
  return rows.map((row) => ({
    ...row,
    isInReview: row.isInReview || waiting.has(row.id),
    term: terms.get(row.id) ?? null,
  }));
}

/** When what was bought runs, by the invoice: as its receipt says it, which is of the first payment. */
async function termsOf({ db }: Store, accountId: string): Promise<Map<string | null, Term>> {
  const rows = await db
    .selectFrom("payment")
    .select(["invoice_id", "starts_at", "ends_at"])
    .where("account_id", "=", accountId)
    .orderBy("credited_at", "desc")
    .execute();
  return new Map(
    rows.map((row) => [row.invoice_id, { startsAtMs: row.starts_at, endsAtMs: row.ends_at }]),
  );
}

/** An invoice, and what a database says of it as a boolean or a number. */
type Row = Invoice & {
  readonly isInReview: boolean | number | bigint;
  readonly isContinued: boolean | number | bigint;
  readonly term: Term | null;
};

/** What became of an invoice. */
export function stateOf(row: Row, nowMs: number): InvoiceEntry["state"] {
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
