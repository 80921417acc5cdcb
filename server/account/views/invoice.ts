import type { ClaimData, InvoiceData } from "../../../src/account/page-data.ts";
import { claimsOf } from "../../payment/claims.ts";
import { continuationOf, findInvoice } from "../../payment/invoices.ts";
import type { Invoice } from "../../payment/invoices.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";
import { qrCode } from "../qr-code.ts";
import { receiptOf } from "./receipt.ts";

/** The page of an invoice; undefined for one that is not the account's. */
export async function invoice(
  context: PortalContext,
  request: SignedInRequest,
): Promise<InvoiceData | undefined> {
  const id = request.url.searchParams.get("id") ?? "";
  const found = await findInvoice(context.store, request.who.accountId, id);
  return (
    found && {
      id: found.id,
      plan: found.plan,
      days: found.days,
      amount: formatUsdt(found.amount),
      address: found.address,
      expiresAtMs: found.expires_at,
      closesAtMs: found.closes_at,
      state: found.state,
      claims: await claims(context, found.id),
      fromBalance: found.from_balance === 0 ? null : formatUsdt(found.from_balance),
      rest: await restOf(context, found),
      receipt: await receiptOf(context, found),
      restId: await continuationOf(context.store, found.id),
      // The bare address: no format that includes the amount is read by all wallets.
      qr: qrCode(found.address),
    }
  );
}

/** What the page of an invoice polls while it waits. */
export async function invoiceStatus(
  context: PortalContext,
  request: SignedInRequest,
): Promise<{ state: string; claims: ClaimData[] } | undefined> {
  const id = request.url.searchParams.get("id") ?? "";
  const found = await findInvoice(context.store, request.who.accountId, id);
  return found && { state: found.state, claims: await claims(context, found.id) };
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

async function claims(context: PortalContext, invoiceId: string): Promise<ClaimData[]> {
  const rows = await claimsOf(context.store, invoiceId);
  return rows.map((row) => ({ hash: row.tx_hash, state: row.state, reason: row.reason }));
}
