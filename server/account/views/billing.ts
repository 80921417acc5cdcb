import { encode } from "uqr";
import type {
  ClaimData,
  InvoiceData,
  PaymentsData,
  PlansData,
} from "../../../src/account/page-data.ts";
import { claimsOf } from "../../payment/claims.ts";
import { findInvoice, validInvoices } from "../../payment/invoices.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { Desk } from "../desk.ts";
import { ringOf } from "../key-ring.ts";
import type { OwnVisit } from "../visit.ts";

/** In millionths of a USDT. */
const CENT = 10_000;

export async function plans(desk: Desk, visit: OwnVisit): Promise<PlansData> {
  const { accountId } = visit.who;
  const open = await validInvoices(desk.store, accountId, visit.nowMs);
  const ring = await ringOf(desk.store, accountId, "paid", visit.nowMs);
  return {
    isSelling: desk.terms.addresses.length > 0,
    plans: desk.terms.plans.map(({ name, days, price }) => ({
      name,
      days,
      price: formatUsdt(price),
      priceOfDay: formatUsdt(Math.round(price / days / CENT) * CENT),
    })),
    open: open.map(({ id, plan, amount, expires_at: expiresAtMs }) => ({
      id,
      plan,
      amount: formatUsdt(amount),
      expiresAtMs,
    })),
    endsAtMs: ring?.endsAtMs ?? null,
  };
}

/** Undefined for an invoice that is not the visitor's. */
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

export async function payments(desk: Desk, visit: OwnVisit): Promise<PaymentsData> {
  const rows = await desk.store.db
    .selectFrom("payment")
    .selectAll()
    .where("account_id", "=", visit.who.accountId)
    .orderBy("credited_at", "desc")
    .orderBy("id")
    .execute();
  return {
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

/** The payments as CSV (RFC 4180). */
export async function paymentsCsv(desk: Desk, visit: OwnVisit): Promise<string> {
  const head = ["date", "plan", "days", "amount_usdt", "transaction", "from", "until"];
  const rows = (await payments(desk, visit)).payments.map((each) => [
    iso(each.creditedAtMs),
    each.plan,
    String(each.days),
    each.amount,
    each.hash,
    iso(each.startsAtMs),
    iso(each.endsAtMs),
  ]);
  return [head, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/**
 * One cell, always quoted. What a spreadsheet would take for a formula is led by an apostrophe:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
