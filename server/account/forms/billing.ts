import { submitClaim } from "../../payment/claims.ts";
import { cancelInvoice, findInvoice, openInvoice } from "../../payment/invoices.ts";
import { holdSession } from "../auth/sessions.ts";
import type { Desk } from "../portal-context.ts";
import { goTo } from "../portal-request.ts";
import type { OwnVisit, Redirect } from "../portal-request.ts";

/* The forms of plans and payments. */

const PLANS = "/account/plans/";

/** Makes an invoice for a plan, or finds the one that is open for it, and shows it. */
export async function choosePlan(desk: Desk, visit: OwnVisit): Promise<Redirect> {
  const plan = desk.terms.plans.find(({ name }) => name === visit.field("plan"));
  if (plan === undefined || desk.terms.addresses.length === 0) {
    return goTo(PLANS, "no_such_plan");
  }
  const { accountId } = visit.who;
  const invoice = await openInvoice(
    desk.store,
    { accountId, plan, terms: desk.terms, permit: (within) => holdSession(within, visit.who) },
    visit.nowMs,
  );
  switch (invoice) {
    case "too_many":
      return goTo(PLANS, "too_many_invoices");
    case "too_many_today":
      return goTo(PLANS, "too_many_invoices_today");
    default:
      return goTo(invoicePath(invoice.id));
  }
}

/** Cancels an invoice that is still open. */
export async function cancelOpen(desk: Desk, visit: OwnVisit): Promise<Redirect> {
  const { accountId } = visit.who;
  const id = visit.field("invoice");
  const isCancelled = await cancelInvoice(desk.store, accountId, id, visit.nowMs, (within) =>
    holdSession(within, visit.who),
  );
  return goTo(PLANS, isCancelled ? "invoice_cancelled" : "invoice_not_open");
}

/** Has a transaction looked for as the payment of an invoice. */
export async function submitHash(desk: Desk, visit: OwnVisit): Promise<Redirect> {
  const { accountId } = visit.who;
  const invoice = await findInvoice(desk.store, accountId, visit.field("invoice"));
  if (invoice === undefined) {
    return goTo(PLANS, "no_such_plan");
  }
  const here = invoicePath(invoice.id);
  const claim = await submitClaim(
    desk.store,
    invoice,
    visit.field("hash"),
    visit.nowMs,
    (transaction) => holdSession(transaction, visit.who),
  );
  switch (claim) {
    case "bad_hash":
      return goTo(here, claim);
    case "too_many":
      return goTo(here, "too_many_hashes");
    default:
      return goTo(here, "hash_submitted");
  }
}

function invoicePath(id: string): string {
  return `/account/invoice/?${new URLSearchParams({ id })}`;
}
