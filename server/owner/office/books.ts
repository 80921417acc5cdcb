import { html } from "@lit-labs/ssr";
import { listBalances } from "../../payment/balance.ts";
import { readBooks } from "../../payment/books.ts";
import type { Books } from "../../payment/books.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import type { List } from "../list.ts";
import { balanceList, dayList, revenueList } from "../money-lists.ts";
import { daysOfBooks } from "../reconcile.ts";
import { revenue } from "../revenue.ts";
import type { OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { listTable } from "./list-table.ts";
import { csvLink } from "./page-parts.ts";

const DAY_MS = 86_400_000;
const DAYS_SHOWN = 31;

/** What came in, and what became of all of it, to the unit. */
function sumsPart({ cameIn, credited, balances, refunded, waiting, dismissed }: Books) {
  const sums: readonly (readonly [string, bigint])[] = [
    ["came in", cameIn],
    ["spent on plans", credited],
    ["on balances", balances],
    ["paid back", refunded],
    ["wait for you", waiting],
    ["dismissed", dismissed],
  ];
  return html`<div class="figures">
    ${sums.map(([words, sum]) => html`<div><b>${formatUsdt(sum)}</b><span>USDT ${words}</span></div>`)}
  </div>`;
}

/** What came in against what it became, day by day; what was sold; and what is owed. */
export async function booksPage(
  { store, explorerUrl }: OfficeContext,
  { query, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const sinceMs = (Math.floor(nowMs / DAY_MS) - DAYS_SHOWN + 1) * DAY_MS;
  const lists: Readonly<Record<string, () => Promise<List>>> = {
    revenue: async () => revenueList(await revenue(store)),
    balances: async () => balanceList(await listBalances(store)),
    days: async () => dayList(await daysOfBooks(store, query.has("csv") ? 0 : sinceMs)),
  };
  const name = query.get("list") ?? "";
  const asked = query.has("csv") ? lists[name] : undefined;
  if (asked !== undefined) {
    return { list: await asked(), name };
  }
  const titles: readonly (readonly [string, string])[] = [
    ["revenue", "Sold by month"],
    ["balances", "Balances: paid and not spent"],
    ["days", `What came in, by UTC day: the last ${DAYS_SHOWN} days`],
  ];
  const tables = await Promise.all(titles.map(async ([each]) => lists[each]?.()));
  return {
    title: "Books",
    body: html`${sumsPart(await readBooks(store))}
    ${titles.map(([each, title], i) => {
      const list = tables[i];
      return list === undefined
        ? ""
        : html`<h2>${title} ${csvLink("/owner/books/", { list: each })}</h2>
            ${listTable(list, { explorerUrl })}`;
    })}`,
  };
}
