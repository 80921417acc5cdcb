import type { InvoiceSummary, PlanData, TermData } from "../../../src/account/billing-data.ts";
import { findSubscription } from "../../access/subscriptions.ts";
import { readBalance } from "../../payment/balance.ts";
import { buyFromBalance, nextTerm } from "../../payment/credit.ts";
import { liveInvoices, openInvoice } from "../../payment/invoices.ts";
import type { Invoice, InvoiceInput } from "../../payment/invoices.ts";
import { PlanChangedError, plansOnSale, requirePlan } from "../../payment/plans.ts";
import type { Plan } from "../../payment/plans.ts";
import { CENT, formatUsdt, parseUsdt } from "../../payment/usdt.ts";
import type { MicroUsdt } from "../../payment/usdt.ts";
import type { Transaction } from "../../store/store.ts";
import { writeAs } from "../auth/sessions.ts";
import { networkOf } from "../rate-limits.ts";
import { goTo } from "../request.ts";
import type { Handler, PortalRequest, Redirect, SignedInRequest } from "../request.ts";

/* The public prices page, the plans page, and the forms that choose a plan. */

const PLANS = "/account/plans/";
const PAYMENTS = "/account/payments/";

export const pricesPage: Handler<PortalRequest> = async ({ store, terms, entropy }) => {
  const plans = await plansOnSale(store.db);
  const isSelling = terms.addresses.length > 0 && plans.length > 0;
  return { page: { name: "prices", data: { isSelling, entropy, plans: plans.map(planData) } } };
};

function planData({ name, days, price }: Plan): PlanData {
  const priceOfDay = formatUsdt(Math.round(price / days / CENT) * CENT);
  return { name, days, price: formatUsdt(price), priceOfDay };
}

export const plansPage: Handler = async (request) => {
  const { store, terms, entropy, who, nowMs } = request;
  const { accountId } = who;
  const live = await liveInvoices(store, accountId, nowMs);
  const paid = await findSubscription(store.db, accountId);
  const endsAtMs = paid?.ends_at ?? null;
  const balance = await readBalance(store.db, accountId);
  const sold = await plansOnSale(store.db);
  const offer = (plan: Plan) => {
    return {
      ...planData(plan),
      isCovered: plan.price <= balance,
      term: termData(endsAtMs, plan.days, nowMs),
    };
  };
  const suspension = await store.db
    .selectFrom("suspension")
    .select("since")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  const data = {
    isSuspended: suspension !== undefined,
    balance: amountOrNull(balance),
    isSelling: terms.addresses.length > 0 && (sold.length > 0 || live.length > 0),
    entropy,
    plans: sold.map(offer),
    open: live.map(summaryOf),
    endsAtMs,
  };
  return { page: { name: "plans", data } };
};

export function amountOrNull(amount: MicroUsdt): string | null {
  return amount === 0 ? null : formatUsdt(amount);
}

/** @param previousEndMs the end of the paid term; null if nothing was paid yet. */
export function termData(previousEndMs: number | null, days: number, nowMs: number): TermData {
  const term = nextTerm(previousEndMs, days, nowMs);
  return { ...term, isNext: term.startsAtMs > nowMs };
}

export function summaryOf(invoice: Invoice): InvoiceSummary {
  return {
    id: invoice.id,
    plan: invoice.plan,
    amount: formatUsdt(invoice.amount),
    expiresAtMs: invoice.expires_at,
    closesAtMs: invoice.closes_at,
  };
}

const REFUSALS = {
  too_many: "too_many_invoices",
  too_many_today: "too_many_invoices_today",
  too_many_here: "too_many_invoices_here",
  none_free: "no_amount_free",
} as const;

/** Shows the invoice for a plan: the open one, or a new one. */
export async function choosePlan(request: SignedInRequest): Promise<Redirect> {
  const { store, terms, vault, who, client, nowMs, field } = request;
  const found = (await plansOnSale(store.db)).find(({ name }) => name === field("plan"));
  if (found === undefined || terms.addresses.length === 0) {
    return goTo(PLANS, "no_such_plan");
  }
  // The customer gets exactly the plan and the price that their page shows.
  const plan = {
    name: found.name,
    days: Number(field("days") || found.days),
    price: parseUsdt(field("price")) ?? found.price,
  };
  const input: InvoiceInput = {
    accountId: who.accountId,
    plan,
    terms,
    network: networkOf(client.address),
  };
  const orderAs = <T>(work: (transaction: Transaction) => Promise<T>) =>
    writeAs(store, who, async (transaction) => {
      await requirePlan(transaction, plan);
      return work(transaction);
    });
  try {
    if (field("from") === "balance") {
      const shown = parseUsdt(field("balance"));
      const bought = await orderAs((transaction) =>
        buyFromBalance(transaction, vault, input, shown, nowMs),
      );
      return bought === "too_little"
        ? goTo(PLANS, "balance_too_small")
        : goTo(PAYMENTS, bought === "changed" ? "balance_changed" : "paid_from_balance");
    }
    const invoice = await orderAs((transaction) => openInvoice(transaction, input, nowMs));
    return typeof invoice === "string"
      ? goTo(PLANS, REFUSALS[invoice])
      : goTo(`/account/invoice/?${new URLSearchParams({ id: invoice.id })}`);
  } catch (error) {
    if (error instanceof PlanChangedError) {
      return goTo(PLANS, "price_changed");
    }
    throw error;
  }
}
