import { EXPLORER_URL } from "../../../src/account/billing-data.ts";
import type { ReceiptData } from "../../../src/account/billing-data.ts";
import type { Invoice } from "../../payment/invoices.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import { addressAt, selectMoves } from "../auth/former-addresses.ts";
import type { PortalContext } from "../portal-context.ts";
import { balanceMoves } from "./balance-moves.ts";

/** The receipt of an invoice; null until it is paid. */
export async function receiptOf(
  { store, receipts }: PortalContext,
  { id, account_id: accountId }: Invoice,
): Promise<ReceiptData | null> {
  const payment = await store.db
    .selectFrom("payment")
    .selectAll()
    .where("invoice_id", "=", id)
    .orderBy("credited_at")
    .limit(1)
    .executeTakeFirst();
  if (payment === undefined) {
    return null;
  }
  const account = await store.db
    .selectFrom("account_user")
    .select("email")
    .where("id", "=", accountId)
    .executeTakeFirst();
  const moves = await selectMoves(store.db).where("audit.account_id", "=", accountId).execute();
  return {
    customer: addressAt(account?.email ?? null, moves, payment.block_time),
    paidAtMs: payment.block_time,
    amount: formatUsdt(payment.amount),
    ...(await balanceMoves({ store }, accountId))(id),
    startsAtMs: payment.starts_at,
    endsAtMs: payment.ends_at,
    hash: payment.credited_by === "balance" ? null : payment.tx_hash,
    explorerUrl: EXPLORER_URL,
    seller: receipts.seller,
  };
}
