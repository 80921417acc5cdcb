import { encode } from "uqr";
import type { ClaimData, InvoiceData, PlansData } from "../../../src/account/page-data.ts";
import { claimsOf } from "../../payment/claims.ts";
import { findInvoice, liveInvoices } from "../../payment/invoices.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import { ringOf } from "../account-keys.ts";
import type { Desk } from "../portal-context.ts";
import type { OwnVisit } from "../portal-request.ts";

/** In millionths of a USDT. */
const CENT = 10_000;

/** What can be bought, what waits to be paid, and from when on a renewal would count. */
export async function plans(desk: Desk, visit: OwnVisit): Promise<PlansData> {
  const { accountId } = visit.who;
  const open = await liveInvoices(desk.store, accountId, visit.nowMs);
  const ring = await ringOf(desk.store, accountId, "paid", visit.nowMs);
  return {
    isSelling: desk.terms.addresses.length > 0,
    plans: desk.terms.plans.map(({ name, days, price }) => ({
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

/** What an invoice asks for; undefined for one that is not the visitor's. */
export async function invoice(desk: Desk, visit: OwnVisit): Promise<InvoiceData | undefined> {
  const id = visit.url.searchParams.get("id") ?? "";
  const found = await findInvoice(desk.store, visit.who.accountId, id);
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
      claims: await claims(desk, found.id),
      qr: qrOf(found.address),
    }
  );
}

/** What the page of an invoice asks for while it waits. */
export async function invoiceStatus(
  desk: Desk,
  visit: OwnVisit,
): Promise<{ state: string; claims: ClaimData[] } | undefined> {
  const id = visit.url.searchParams.get("id") ?? "";
  const found = await findInvoice(desk.store, visit.who.accountId, id);
  return found && { state: found.state, claims: await claims(desk, found.id) };
}

async function claims(desk: Desk, invoiceId: string): Promise<ClaimData[]> {
  const rows = await claimsOf(desk.store, invoiceId);
  return rows.map((row) => ({ hash: row.tx_hash, state: row.state, reason: row.reason }));
}

/** The bare address: no form of address with an amount in it is read by all wallets. */
function qrOf(address: string): InvoiceData["qr"] {
  const { size, data } = encode(address, { ecc: "M", border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: squares.join("") };
}
