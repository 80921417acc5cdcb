import { HEADERS, withCookies } from "./headers.ts";

/** Responds with a CSV file (RFC 4180), for an account holder or an owner only. */
export function csvResponse(
  name: string,
  rows: readonly (readonly string[])[],
  cookies: readonly string[] = [],
): Response {
  const fields = {
    ...HEADERS.privateFile,
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="tableside-${name}.csv"`,
  };
  const text = rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
  return new Response(text, { headers: withCookies(fields, cookies) });
}

/**
 * One cell, always quoted. An apostrophe neutralises text that a spreadsheet would run as a formula:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
