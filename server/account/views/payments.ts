import type { PaymentsData, PendingData } from "../../../src/account/page-data.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { Desk } from "../portal-context.ts";
import type { OwnVisit } from "../portal-request.ts";

/** All that was credited to the account and all that may be still, the newest first. */
export async function payments(desk: Desk, visit: OwnVisit): Promise<PaymentsData> {
  const rows = await desk.store.db
    .selectFrom("payment")
    .selectAll()
    .where("account_id", "=", visit.who.accountId)
    .orderBy("credited_at", "desc")
    .orderBy("id")
    .execute();
  return {
    pending: await pending(desk, visit.who.accountId),
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

/** What was named and is looked for, or looked at by a person; its invoice may be closed long since. */
async function pending({ store }: Desk, accountId: string): Promise<PendingData[]> {
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
