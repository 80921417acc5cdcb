import type { BalanceMove } from "../../../src/account/billing-data.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { PortalContext } from "../portal-context.ts";

/** What purchases took from the balance of an account, or left over for it, by invoice. */
export async function balanceMoves(
  { store }: Pick<PortalContext, "store">,
  accountId: string,
): Promise<(invoiceId: string) => BalanceMove> {
  const rows = await store.db
    .selectFrom("balance_entry")
    .select("invoice_id as invoiceId")
    .select(({ fn }) => fn.sum<number | string>("amount").as("moved"))
    .where("account_id", "=", accountId)
    .where("kind", "in", ["too_much", "spent"])
    .groupBy("invoice_id")
    .execute();
  const moved = new Map(rows.map((row) => [row.invoiceId, Number(row.moved)]));
  return (invoiceId) => {
    const sum = moved.get(invoiceId) ?? 0;
    return {
      fromBalance: sum < 0 ? formatUsdt(-sum) : null,
      toBalance: sum > 0 ? formatUsdt(sum) : null,
    };
  };
}
