import type { PaymentsData, PendingData } from "../../../src/account/page-data.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";

/** The payments credited to the account and the claims still pending, the newest first. */
export async function payments(
  context: PortalContext,
  request: SignedInRequest,
): Promise<PaymentsData> {
  const rows = await context.store.db
    .selectFrom("payment")
    .selectAll()
    .where("account_id", "=", request.who.accountId)
    .orderBy("credited_at", "desc")
    .orderBy("id")
    .execute();
  return {
    pending: await pending(context, request.who.accountId),
    payments: rows.map((row) => ({
      creditedAtMs: row.credited_at,
      plan: row.plan,
      days: row.days,
      amount: formatUsdt(row.amount),
      hash: row.tx_hash,
      startsAtMs: row.starts_at,
      endsAtMs: row.ends_at,
    })),
  };
}

/** Claims that are being looked up or are in review. Their invoices may have been closed long ago. */
async function pending({ store }: PortalContext, accountId: string): Promise<PendingData[]> {
  const rows = await store.db
    .selectFrom("claim")
    .innerJoin("invoice", "invoice.id", "claim.invoice_id")
    .selectAll("claim")
    .select("invoice.plan")
    .where("claim.account_id", "=", accountId)
    .where("claim.state", "in", ["waiting", "seen", "review"])
    .orderBy("claim.created_at", "desc")
    .orderBy("claim.id")
    .execute();
  return rows.map((row) => ({
    invoiceId: row.invoice_id,
    plan: row.plan,
    namedAtMs: row.created_at,
    amount: row.found_amount === null ? null : formatUsdt(BigInt(row.found_amount)),
    hash: row.tx_hash,
    state: row.state,
    reason: row.reason,
  }));
}
