import type { AccountBalance } from "../payment/balance.ts";
import type { Books, Dust } from "../payment/incoming/books.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { printable } from "./printable.ts";
import { alignedTable } from "./text-table.ts";

/** What accounts have paid and not spent, as text. An account that was deleted goes by its id. */
export function balancesText(balances: readonly AccountBalance[]): string {
  const rows = balances.map(({ accountId, email, balance }) => [
    printable(email ?? accountId),
    formatUsdt(balance),
  ]);
  return rows.length === 0
    ? "No account has a balance.\n"
    : alignedTable([["ACCOUNT", "USDT"], ...rows]);
}

/** The same as JSON; sums are in USDT. */
export function balancesJson(balances: readonly AccountBalance[]): string {
  const list = balances.map((each) => ({ ...each, balance: formatUsdt(each.balance) }));
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** What came in and what became of it, as text. */
export function sumText(books: Books, dust: Dust): string {
  const rows = [
    ["CAME IN", formatUsdt(books.cameIn)],
    ["credited", formatUsdt(books.credited)],
    ["in balances", formatUsdt(books.balances)],
    ["paid back", formatUsdt(books.refunded)],
    ["waits for you", formatUsdt(books.waiting)],
    ["dismissed", formatUsdt(books.dismissed)],
  ];
  const dusty = `${dust.transactions} more, too small to be checked: ${formatUsdt(dust.sum)}\n`;
  return `${alignedTable(rows)}${dust.transactions === 0 ? "" : dusty}`;
}

/** The same as JSON; sums are in USDT. */
export function sumJson(books: Books, dust: Dust): string {
  const sums = {
    cameIn: formatUsdt(books.cameIn),
    credited: formatUsdt(books.credited),
    balances: formatUsdt(books.balances),
    refunded: formatUsdt(books.refunded),
    waiting: formatUsdt(books.waiting),
    dismissed: formatUsdt(books.dismissed),
    tooSmall: formatUsdt(dust.sum),
    tooSmallCount: dust.transactions,
  };
  return `${JSON.stringify(sums, null, 2)}\n`;
}
