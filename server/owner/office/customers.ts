import { html } from "@lit-labs/ssr";
import { parseDays } from "../../access/end-date.ts";
import { customers, endingCustomers } from "../customers.ts";
import type { Customer } from "../customers.ts";
import { customerList } from "../lists.ts";
import type { OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { listTable } from "./list-table.ts";
import { csvLink } from "./page-parts.ts";

const DAY_MS = 86_400_000;

/** Which customers are listed: all, or whose plan ends within so many days. */
const CHOICES = [
  ["", "All"],
  ["7", "End in 7 days"],
  ["30", "In 30 days"],
] as const;

/** All customers, those with `?find=` in their address or sites, or whose plan ends soon or has ended lately: `?ending=7`. */
export async function customersPage(
  { store, explorerUrl }: OfficeContext,
  { query, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const ending = query.get("ending");
  const find = (query.get("find") ?? "").trim().toLowerCase();
  const found: Customer[] = [];
  if (ending === null) {
    for await (const customer of customers(store, nowMs)) {
      if ([customer.email, ...customer.sites].some((text) => text.toLowerCase().includes(find))) {
        found.push(customer);
      }
    }
  } else {
    found.push(...(await endingCustomers(store, nowMs, parseDays(ending.trim()) * DAY_MS)));
  }
  const list = customerList(found, nowMs);
  if (query.has("csv")) {
    return { list, name: "customers" };
  }
  return {
    title:
      ending === null
        ? "Customers"
        : `Plans that end within ${ending} days, or have ended in the last ${ending}`,
    body: html`
      <nav class="tabs" aria-label="Which customers">
        ${CHOICES.map(
          ([days, name]) =>
            html`<a
              href=${days === "" ? "/owner/customers/" : `/owner/customers/?ending=${days}`}
              aria-current=${days === (ending ?? "") ? "page" : "false"}
              >${name}</a
            >`,
        )}
        ${csvLink("/owner/customers/", ending === null ? (find === "" ? {} : { find }) : { ending })}
      </nav>
      ${
        ending === null
          ? html`<form class="act" method="get" action="/owner/customers/">
              <label
                >Part of an e-mail or a site<input
                  class="long"
                  name="find"
                  type="search"
                  value=${find}
              /></label>
              <button>Find</button>
            </form>`
          : ""
      }
      ${listTable(list, { explorerUrl, without: ["account"] })}
    `,
  };
}
