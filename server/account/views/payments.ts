import type { PaymentsData } from "../../../src/account/page-data.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { Desk } from "../desk.ts";
import type { OwnVisit } from "../visit.ts";

/** All that was credited to the account, the newest first. */
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
