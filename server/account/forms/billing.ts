import { PlanChangedError, plansAt, requirePlan } from "../../payment/catalog.ts";
import { submitClaim } from "../../payment/claims.ts";
import { cancelInvoice, findInvoice, openInvoice } from "../../payment/invoices.ts";
import type { InvoiceOrder } from "../../payment/invoices.ts";
import { buyFromBalance } from "../../payment/receive.ts";
import { parseUsdt } from "../../payment/usdt.ts";
import type { Permit } from "../../store/serialized.ts";
import { lockSession } from "../auth/sessions.ts";
import type { PortalContext } from "../portal-context.ts";
import { goTo } from "../portal-request.ts";
import type { SignedInRequest, Redirect } from "../portal-request.ts";
import { networkOf } from "../rate-limits.ts";

/* The forms of the pages of plans and invoices. */

const PLANS = "/account/plans/";
const PAYMENTS = "/account/payments/";

/** Shows the invoice for a plan: the one that is open, or a new one. */
export async function choosePlan(
  context: PortalContext,
  request: SignedInRequest,
): Promise<Redirect> {
  const sold = await plansAt(context.store.db, request.nowMs);
  const found = sold.find(({ name }) => name === request.field("plan"));
  if (found === undefined || context.terms.addresses.length === 0) {
    return goTo(PLANS, "no_such_plan");
  }
  // Nobody buys anything else, or at another price, than what their page shows.
  const plan = {
    name: found.name,
    days: Number(request.field("days") || found.days),
    price: parseUsdt(request.field("price")) ?? found.price,
  };
  const order = {
    accountId: request.who.accountId,
    plan,
    terms: context.terms,
    network: networkOf(request.client.address),
    async permit(within: Parameters<Permit>[0]) {
      await lockSession(within, request.who);
      await requirePlan(within, plan, request.nowMs);
    },
  };
  try {
    return await placeOrder(context, request, order);
  } catch (error) {
    if (error instanceof PlanChangedError) {
      return goTo(PLANS, "price_changed");
    }
    throw error;
  }
}

async function placeOrder(
  context: PortalContext,
  request: SignedInRequest,
  order: InvoiceOrder,
): Promise<Redirect> {
  if (request.field("from") === "balance") {
    const shown = { ...order, balance: parseUsdt(request.field("balance")) };
    const bought = await buyFromBalance(context.store, context.vault, shown, request.nowMs);
    switch (bought) {
      case "too_little":
        return goTo(PLANS, "balance_too_small");
      case "changed":
        return goTo(PAYMENTS, "balance_changed");
      default:
        return goTo(PAYMENTS, "paid_from_balance");
    }
  }
  const invoice = await openInvoice(context.store, order, request.nowMs);
  switch (invoice) {
    case "too_many":
      return goTo(PLANS, "too_many_invoices");
    case "too_many_today":
      return goTo(PLANS, "too_many_invoices_today");
    case "too_many_here":
      return goTo(PLANS, "too_many_invoices_here");
    case "none_free":
      return goTo(PLANS, "no_amount_free");
    default:
      return goTo(invoicePath(invoice.id));
  }
}

/** Cancels an open invoice. */
export async function cancelOpen(
  context: PortalContext,
  request: SignedInRequest,
): Promise<Redirect> {
  const { accountId } = request.who;
  const id = request.field("invoice");
  const isCancelled = await cancelInvoice(context.store, accountId, id, request.nowMs, (within) =>
    lockSession(within, request.who),
  );
  return goTo(PLANS, isCancelled ? "invoice_cancelled" : "invoice_not_open");
}

/** Claims a transaction as the payment of an invoice. */
export async function submitHash(
  context: PortalContext,
  request: SignedInRequest,
): Promise<Redirect> {
  const { accountId } = request.who;
  const invoice = await findInvoice(context.store, accountId, request.field("invoice"));
  if (invoice === undefined) {
    return goTo(PLANS, "no_such_plan");
  }
  const here = invoicePath(invoice.id);
  const claim = await submitClaim(
    context.store,
    invoice,
    request.field("hash"),
    request.nowMs,
    (transaction) => lockSession(transaction, request.who),
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
