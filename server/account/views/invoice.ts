import type { InvoiceData, InvoiceStatus } from "../../../src/account/billing-data.ts";
import { claimsOf } from "../../payment/claims.ts";
import { farthestOff } from "../../payment/decide.ts";
import { continuationOf, findInvoice } from "../../payment/invoices.ts";
import type { Invoice } from "../../payment/invoices.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { MicroUsdt } from "../../payment/usdt.ts";
import { subscriptionOf } from "../account-keys.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";
import { qrCode } from "../qr-code.ts";
import { progressOf } from "./progress.ts";
import { receiptOf } from "./receipt.ts";
import { termData } from "./term-data.ts";

/** The page of an invoice; undefined for one that is not the account's. */
export async function invoice(
  context: PortalContext,
  request: SignedInRequest,
): Promise<InvoiceData | undefined> {
  const id = request.url.searchParams.get("id") ?? "";
  const found = await findInvoice(context.store, request.who.accountId, id);
  const ring = await subscriptionOf(context.store, request.who.accountId, "paid", request.nowMs);
  return (
    found && {
      id: found.id,
      plan: found.plan,
      days: found.days,
      price: formatUsdt(found.price),
      amount: formatUsdt(found.amount),
      less: orNull(found.price - found.from_balance - found.amount),
      term: termData(ring?.endsAtMs ?? null, found.days, request.nowMs),
      address: found.address,
      expiresAtMs: found.expires_at,
      closesAtMs: found.closes_at,
      state: found.state,
      ...(await statusOf(context, found, request.nowMs)),
      fromBalance: orNull(found.from_balance),
      rest: await restOf(context, found),
      farthestOff: formatUsdt(farthestOff(found)),
      receipt: await receiptOf(context, found),
      restId: await continuationOf(context.store, found.id),
      // The bare address: no format that includes the amount is read by all wallets.
      qr: qrCode(found.address),
    }
  );
}

function orNull(amount: MicroUsdt): string | null {
  return amount === 0 ? null : formatUsdt(amount);
}

/** What the page of an invoice polls while it waits. */
export async function invoiceStatus(
  context: PortalContext,
  request: SignedInRequest,
): Promise<InvoiceStatus | undefined> {
  const id = request.url.searchParams.get("id") ?? "";
  const found = await findInvoice(context.store, request.who.accountId, id);
  return found && { state: found.state, ...(await statusOf(context, found, request.nowMs)) };
}

/** What is missing of the invoice that this one continues. */
async function restOf(
  { store }: PortalContext,
  { account_id: accountId, continues, from_balance: arrived }: Invoice,
): Promise<InvoiceData["rest"]> {
  const before = continues === null ? undefined : await findInvoice(store, accountId, continues);
  if (before === undefined) {
    return null;
  }
  const asked = before.amount + before.from_balance;
  return {
    arrived: formatUsdt(arrived),
    asked: formatUsdt(asked),
    missing: formatUsdt(asked - arrived),
  };
}

/** How far the payment has come, and what else was claimed. */
async function statusOf(
  context: PortalContext,
  invoice: Invoice,
  nowMs: number,
): Promise<Omit<InvoiceStatus, "state">> {
  const rows = await claimsOf(context.store, invoice.id);
  const progress = await progressOf(context, invoice, rows, nowMs);
  const others = rows.filter((row) => row.tx_hash !== progress?.hash);
  return {
    progress,
    claims: others.map((row) => ({ hash: row.tx_hash, state: row.state, reason: row.reason })),
  };
}
