import type { Books, Dust } from "../payment/incoming/books.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { alignedTable } from "./text-table.ts";

/** What came in and what became of it, as text. */
export function sumText(books: Books, dust: Dust): string {
  const rows = [
    ["CAME IN", formatUsdt(books.cameIn)],
    ["credited", formatUsdt(books.credited)],
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
    waiting: formatUsdt(books.waiting),
    dismissed: formatUsdt(books.dismissed),
    tooSmall: formatUsdt(dust.sum),
    tooSmallCount: dust.transactions,
  };
  return `${JSON.stringify(sums, null, 2)}\n`;
}
