import { submitClaim } from "../../payment/claims.ts";
import { findInvoice, openInvoice } from "../../payment/invoices.ts";
import { audit } from "../audit.ts";
import type { Desk } from "../desk.ts";
import { holdSession } from "../sessions.ts";
import { goTo } from "../visit.ts";
import type { OwnVisit, Redirect } from "../visit.ts";

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
  if (invoice === "too_many") {
    return goTo(PLANS, "too_many_invoices");
  }
  await audit(desk.store.db, accountId, "plan_chosen", visit.nowMs, { plan: plan.name });
  return goTo(invoicePath(invoice.id));
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
    case "invoice_paid":
      return goTo(here, claim);
    case "too_many":
      return goTo(here, "too_many_hashes");
    default:
      await audit(desk.store.db, accountId, "hash_submitted", visit.nowMs, {
        hash: claim.tx_hash,
      });
      return goTo(here, "hash_submitted");
  }
}

function invoicePath(id: string): string {
  return `/account/invoice/?${new URLSearchParams({ id })}`;
}
