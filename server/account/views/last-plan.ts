import type { LastPlan } from "../../../src/account/billing-data.ts";
import { soldAs } from "../../payment/catalog.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { PortalContext } from "../portal-context.ts";

/** The plan that an account bought last, and what renewing it costs; null where it bought none, or nothing is sold. */
export async function lastPlan(
  { store: { db }, terms }: Pick<PortalContext, "store" | "terms">,
  accountId: string,
  nowMs: number,
): Promise<LastPlan | null> {
  const bought = await db
    .selectFrom("payment")
    .innerJoin("invoice", "invoice.id", "payment.invoice_id")
    .select(["payment.plan as name", "payment.days", "payment.credited_by", "payment.credited_at"])
    .select(["invoice.days as ordered", "invoice.created_at as orderedAtMs"])
    .where("payment.account_id", "=", accountId)
    .orderBy("payment.credited_at", "desc")
    .orderBy("payment.id")
    .limit(1)
    .executeTakeFirst();
  if (bought === undefined || terms.addresses.length === 0) {
    return null;
  }
  const { name } = bought;
  const plan =
    bought.credited_by === "person"
      ? { name, days: bought.days, boughtMs: bought.credited_at }
      : { name, days: bought.ordered, boughtMs: bought.orderedAtMs };
  const sold = await soldAs(db, plan, nowMs);
  return {
    name,
    sold: sold === undefined ? null : { name: sold.name, price: formatUsdt(sold.price) },
  };
}
