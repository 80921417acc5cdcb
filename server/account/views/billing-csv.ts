import { entriesOf } from "../../payment/balance.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import { csvOf } from "../../runtime/csv.ts";
import { timeText } from "../../store/stored-value.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";
import { invoicesOf, stateOf } from "./invoices.ts";
import { MAX_ENTRIES } from "./lists-csv.ts";
import { payments } from "./payments.ts";

/** The payments as CSV. Times are in UTC. */
export async function paymentsCsv(
  context: PortalContext,
  request: SignedInRequest,
): Promise<string> {
  const head = ["date", "plan", "days", "amount_usdt", "transaction", "from", "until"];
  const balance = ["from_balance_usdt", "to_balance_usdt"];
  const rows = (await payments(context, request)).payments.map((each) => [
    timeText(each.creditedAtMs),
    each.plan,
    String(each.days),
    each.amount,
    each.hash ?? "",
    timeText(each.startsAtMs),
    timeText(each.endsAtMs),
    each.fromBalance ?? "",
    each.toBalance ?? "",
    each.invoiceId ?? "",
  ]);
  return csvOf([[...head, ...balance, "invoice"], ...rows]);
}

/** The invoices as CSV, the newest first. Times are in UTC. */
export async function invoicesCsv(
  { store }: PortalContext,
  { who, nowMs }: SignedInRequest,
): Promise<string> {
  const head = ["time", "invoice", "plan", "days", "price_usdt", "from_balance_usdt", "asked_usdt"];
  const rows = (await invoicesOf(store, who.accountId, MAX_ENTRIES)).map((each) => [
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
  return csvOf([[...head, "rest_of", "state", "from", "until"], ...rows]);
}

/**
 * The changes of the balance as CSV, the newest first. Times are in UTC. What came in and what went out have
 * columns of their own: a sheet would take a minus for the start of a formula.
 */
export async function balanceCsv(
  { store }: PortalContext,
  { who }: SignedInRequest,
): Promise<string> {
  const rows = (await entriesOf(store, who.accountId)).map(({ at, kind, amount, ...of }) => [
    timeText(at),
    kind,
    amount > 0 ? formatUsdt(amount) : "",
    amount < 0 ? formatUsdt(-amount) : "",
    of.invoice_id ?? "",
    of.tx_hash ?? "",
  ]);
  return csvOf([["time", "kind", "in_usdt", "out_usdt", "invoice", "transaction"], ...rows]);
}
