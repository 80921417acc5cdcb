import type { PlansData } from "../../../src/account/page-data.ts";
import { liveInvoices } from "../../payment/invoices.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import { subscriptionOf } from "../account-keys.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";

/** In millionths of a USDT. */
const CENT = 10_000;

/** The plans on sale, the invoices that can still be paid, and when a renewal would begin. */
export async function plans(context: PortalContext, request: SignedInRequest): Promise<PlansData> {
  const { accountId } = request.who;
  const open = await liveInvoices(context.store, accountId, request.nowMs);
  const ring = await subscriptionOf(context.store, accountId, "paid", request.nowMs);
  return {
    isSelling: context.terms.addresses.length > 0,
    plans: context.terms.plans.map(({ name, days, price }) => ({
      name,
      days,
      price: formatUsdt(price),
      priceOfDay: formatUsdt(Math.round(price / days / CENT) * CENT),
    })),
    open: open.map((each) => ({
      id: each.id,
      plan: each.plan,
      amount: formatUsdt(each.amount),
      expiresAtMs: each.expires_at,
      closesAtMs: each.closes_at,
    })),
    endsAtMs: ring?.endsAtMs ?? null,
  };
}
