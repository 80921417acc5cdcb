import type { PortalContext } from "../portal-context.ts";
import type { SignedInRequest } from "../portal-request.ts";
import { payments } from "./payments.ts";

/** The payments as CSV (RFC 4180). Times are in UTC. */
export async function paymentsCsv(
  context: PortalContext,
  request: SignedInRequest,
): Promise<string> {
  const head = ["date", "plan", "days", "amount_usdt", "transaction", "from", "until"];
  const rows = (await payments(context, request)).payments.map((each) => [
    iso(each.creditedAtMs),
    each.plan,
    String(each.days),
    each.amount,
    each.hash ?? "",
    iso(each.startsAtMs),
    iso(each.endsAtMs),
  ]);
  return [head, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/**
 * One cell, always quoted. An apostrophe is put before what a spreadsheet would run as a formula:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
