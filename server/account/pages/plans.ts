import type { InvoiceSummary, PlansData, TermData } from "../../../src/account/billing-data.ts";
import { findSubscription, suspendedSince } from "../../access/subscriptions.ts";
import { readBalance } from "../../payment/balance.ts";
import { buyFromBalance, nextTerm } from "../../payment/credit.ts";
import { liveInvoices, openInvoice } from "../../payment/invoices.ts";
import type { Invoice, InvoiceInput } from "../../payment/invoices.ts";
import { PlanChangedError, plansOnSale, requirePlan } from "../../payment/plans.ts";
import { CENT, formatUsdt, parseUsdt } from "../../payment/usdt.ts";
import type { MicroUsdt } from "../../payment/usdt.ts";
import type { Transaction } from "../../store/store.ts";
import { writeAs } from "../auth/sessions.ts";
import { networkOf } from "../rate-limits.ts";
import { goTo } from "../request.ts";
import type { Handler, PortalRequest, Redirect, SignedInRequest } from "../request.ts";

/* The plans page, which is also the public page of prices, and the form that chooses a plan. */

const PLANS = "/account/plans/";
const PAYMENTS = "/account/payments/";

interface Own extends Pick<PlansData, "isSuspended" | "endsAtMs"> {
  readonly live: readonly Invoice[];
  readonly balance: MicroUsdt;
}

const STRANGER: Own = { isSuspended: false, endsAtMs: null, live: [], balance: 0 };

/** The plans on sale, to visitors without an account. */
export const pricesPage: Handler<PortalRequest> = async (request) => {
  return request.who === undefined
    ? { page: { name: "plans", data: await plansData(request, STRANGER) }, path: PLANS }
    : { to: PLANS };
};

export const plansPage: Handler = async (request) => {
  const { store, who, nowMs } = request;
  const { accountId } = who;
  const data = await plansData(request, {
    isSuspended: (await suspendedSince(store.db, accountId)) !== null,
    endsAtMs: (await findSubscription(store.db, accountId))?.ends_at ?? null,
    live: await liveInvoices(store, accountId, nowMs),
    balance: await readBalance(store.db, accountId),
  });
  return { page: { name: "plans", data } };
};

async function plansData(
  { store, terms, entropy }: PortalRequest,
  { live, balance, ...own }: Own,
): Promise<PlansData> {
  const sold = await plansOnSale(store.db);
  return {
    ...own,
    isSelling: terms.addresses.length > 0 && (sold.length > 0 || live.length > 0),
    entropy,
    plans: sold.map(({ name, days, price }) => ({
      name,
      days,
      price: formatUsdt(price),
      priceOfDay: formatUsdt(Math.round(price / days / CENT) * CENT),
      isCovered: price <= balance,
    })),
    open: live.map(summaryOf),
    balance: amountOrNull(balance),
  };
}

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
