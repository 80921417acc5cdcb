import type { PaymentsData, PendingData } from "../../../src/account/billing-data.ts";
import { balanceOf, entriesOf } from "../../payment/balance.ts";
import { transfersInReview } from "../../payment/review.ts";
import { formatFound, formatUsdt } from "../../payment/usdt.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";
import { balanceMoves } from "./balance-moves.ts";
import { invoices } from "./invoices.ts";

/** The payments credited to the account and those still pending, the newest first. */
export async function payments(
  context: PortalContext,
  request: SignedInRequest,
): Promise<PaymentsData> {
  const { accountId } = request.who;
  const rows = await context.store.db
    .selectFrom("payment")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("credited_at", "desc")
    .orderBy("id")
    .execute();
  const movesOf = await balanceMoves(context, accountId);
  return {
    pending: await pending(context, accountId),
    invoices: await invoices(context, request),
    balance: formatUsdt(await balanceOf(context.store.db, accountId)),
    entries: (await entriesOf(context.store, accountId)).map((entry) => ({
      kind: entry.kind,
      amount: `${entry.amount < 0 ? "−" : "+"}${formatUsdt(Math.abs(entry.amount))}`,
      hash: entry.tx_hash,
      atMs: entry.at,
    })),
    payments: rows.map((row) => ({
      creditedAtMs: row.credited_at,
      invoiceId: row.invoice_id,
      plan: row.plan,
      days: row.days,
      amount: formatUsdt(row.amount),
      ...movesOf(row.invoice_id),
      hash: row.credited_by === "balance" ? null : row.tx_hash,
      startsAtMs: row.starts_at,
      endsAtMs: row.ends_at,
    })),
  };
}

/** What is being looked up or is in review, named or not. Its invoices may have been closed long ago. */
async function pending({ store }: PortalContext, accountId: string): Promise<PendingData[]> {
  const found = await transfersInReview(store, accountId);
  const rows = await store.db
    .selectFrom("claim")
    .innerJoin("invoice", "invoice.id", "claim.invoice_id")
    .selectAll("claim")
    .select("invoice.plan")
    .leftJoin("transfer", "transfer.id", "claim.transfer_id")
    .select(["transfer.gone_at as goneAtMs", "transfer.amount as found"])
    .where("claim.account_id", "=", accountId)
    .where("claim.state", "in", ["waiting", "seen", "review"])
    .orderBy("claim.created_at", "desc")
    .orderBy("claim.id")
    .execute();
  const named = rows.map((row) => ({
    invoiceId: row.invoice_id,
    plan: row.plan,
    atMs: row.created_at,
    amount: formatFound(row.found),
    hash: row.tx_hash,
    // One whose block was undone is waited for again.
    state: row.state === "seen" && row.goneAtMs !== null ? ("waiting" as const) : row.state,
    reason: row.reason,
  }));
  const unnamed = found.map(({ amount, ...of }) => ({
    ...of,
    amount: formatFound(amount),
    state: "review" as const,
  }));
  return [...named, ...unnamed].toSorted((one, other) => other.atMs - one.atMs);
}
