import type {
  InvoiceSummary,
  PlanData,
  PlanOffer,
  PlansData,
  PricesData,
} from "../../../src/account/billing-data.ts";
import { balanceOf } from "../../payment/balance.ts";
import { plansAt } from "../../payment/catalog.ts";
import { balanceShare, liveInvoices, sameInvoice } from "../../payment/invoices.ts";
import type { Invoice } from "../../payment/invoices.ts";
import type { Plan } from "../../payment/plan.ts";
import { CENT, formatUsdt } from "../../payment/usdt.ts";
import type { MicroUsdt } from "../../payment/usdt.ts";
import { subscriptionOf } from "../account-keys.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";
import { lastPlan } from "./last-plan.ts";
import { termData } from "./term-data.ts";

/** The plans on sale, for everybody. */
export async function prices(
  { store, terms, entropy }: PortalContext,
  { nowMs }: Pick<SignedInRequest, "nowMs">,
): Promise<PricesData> {
  const plans = await plansAt(store.db, nowMs);
  const isSelling = terms.addresses.length > 0 && plans.length > 0;
  return { isSelling, entropy, plans: plans.map(shownPlan) };
}

function shownPlan({ name, days, price }: Plan): PlanData {
  return {
    name,
    days,
    price: formatUsdt(price),
    priceOfDay: formatUsdt(Math.round(price / days / CENT) * CENT),
  };
}

/** The plans on sale, the invoices that can still be paid, and when a renewal would begin. */
export async function plans(context: PortalContext, request: SignedInRequest): Promise<PlansData> {
  const { accountId } = request.who;
  const live = await liveInvoices(context.store, accountId, request.nowMs);
  const open = live.map(summaryOf);
  const ring = await subscriptionOf(context.store, accountId, "paid", request.nowMs);
  const balance = await balanceOf(context.store.db, accountId);
  const sold = await plansAt(context.store.db, request.nowMs);
  const openFor = (plan: Plan) => {
    const order = { plan, terms: context.terms };
    const same = sameInvoice(live, order, balance, request.nowMs);
    return same === undefined ? null : summaryOf(same);
  };
  return {
    balance: balance === 0 ? null : formatUsdt(balance),
    isSelling: context.terms.addresses.length > 0 && (sold.length > 0 || open.length > 0),
    entropy: context.entropy,
    plans: sold.map((plan) => ({
      ...shownPlan(plan),
      isCovered: plan.price <= balance,
      term: termData(ring?.endsAtMs ?? null, plan.days, request.nowMs),
      due: dueOf(plan, balance),
      open: openFor(plan),
    })),
    open,
    lastPlan: await lastPlan(context, accountId, request.nowMs),
    endsAtMs: ring?.endsAtMs ?? null,
  };
}

function dueOf(plan: Plan, balance: MicroUsdt): PlanOffer["due"] {
  const share = balanceShare(balance, plan);
  return plan.price <= balance
    ? null
    : {
        fromBalance: share === 0 ? null : formatUsdt(share),
        atMost: formatUsdt(plan.price - share),
      };
}

/** The invoices that an account can still pay. */
export async function openInvoices(
  store: PortalContext["store"],
  accountId: string,
  nowMs: number,
): Promise<InvoiceSummary[]> {
  return (await liveInvoices(store, accountId, nowMs)).map(summaryOf);
}

function summaryOf(invoice: Invoice): InvoiceSummary {
  return {
    id: invoice.id,
    plan: invoice.plan,
    amount: formatUsdt(invoice.amount),
    expiresAtMs: invoice.expires_at,
    closesAtMs: invoice.closes_at,
  };
}
