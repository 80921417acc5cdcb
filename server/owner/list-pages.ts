import type { ListData, Table } from "../../src/owner/page-data.ts";
import { parseDays } from "../access/end-date.ts";
import { InvalidInput } from "../access/errors.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { listActs } from "./acts.ts";
import { arrivals, readWanted } from "./arrivals.ts";
import type { Arrival } from "./arrivals.ts";
import { customers, endingCustomers } from "./customers.ts";
import type { Customer } from "./customers.ts";
import type { OfficeAnswer, OfficeRequest, OfficeRoute } from "./route.ts";

/* The pages that are a table, and the same as a file. */

const DAY_MS = 86_400_000;
const MAX_SHOWN = 200;
const MAX_IN_FILE = 100_000;

/** Which customers are listed: all, or whose plan ends within so many days. */
const ENDING = [
  ["", "All"],
  ["7", "End in 7 days"],
  ["30", "In 30 days"],
] as const;

/** All customers, those with `?find=` in their address or sites, or whose plan ends soon or has ended lately: `?ending=7`. */
export const CUSTOMERS_ROUTE: OfficeRoute = {
  async get({ store }, request) {
    const { query, nowMs } = request;
    const ending = query.get("ending") ?? "";
    const text = (query.get("find") ?? "").trim().toLowerCase();
    const found: Customer[] = [];
    if (ending === "") {
      for await (const customer of customers(store, nowMs)) {
        if ([customer.email, ...customer.sites].some((each) => each.toLowerCase().includes(text))) {
          found.push(customer);
        }
      }
    } else {
      found.push(...(await endingCustomers(store, nowMs, parseDays(ending) * DAY_MS)));
    }
    return list(request, "customers", customerTable(found, nowMs), {
      lead:
        ending === ""
          ? ""
          : `Plans that end within ${ending} days, or have ended in the last ${ending}.`,
      find: ending === "" ? { label: "Part of an e-mail or a site", text } : null,
      tabs: ENDING.map(([days, name]) => ({
        to: days === "" ? "/owner/customers/" : `/owner/customers/?ending=${days}`,
        name,
        isHere: days === ending,
      })),
    });
  },
};

/** What came in, and what became of it: the newest, or what fits `?find=`. */
export const PAYMENTS_ROUTE: OfficeRoute = {
  async get({ store }, request) {
    const text = (request.query.get("find") ?? "").trim();
    const wanted = text === "" ? {} : readWanted(text);
    if (wanted === undefined) {
      throw new InvalidInput(
        `${JSON.stringify(text)} is not a hash, TRON address, e-mail address or amount.`,
      );
    }
    const table = arrivalTable(await arrivals(store, wanted, limitOf(request)));
    return list(request, "payments", table, {
      find: { label: "Hash, sender, e-mail or amount", text },
    });
  },
};

/** What was done, by whom. */
export const ACTS_ROUTE: OfficeRoute = {
  async get({ store }, request) {
    const acts = await listActs(store, limitOf(request));
    const table: Table = {
      columns: [
        ["at", "time"],
        ["action", "text"],
        ["email", "email"],
        ["email_now", "email"],
        ["by", "text"],
        ["detail", "text"],
      ],
      rows: acts.map(({ atMs, action, email, emailNow, by, detail }) => [
        atMs,
        action.replaceAll("_", " "),
        email,
        emailNow,
        by ?? "command line",
        Object.entries(detail)
          .map(([name, text]) => `${name}: ${text}`)
          .join(", "),
      ]),
      none: "Nothing was done.",
    };
    const lead =
      "What was done here and on the command line. Entries cannot be changed or deleted.";
    return list(request, "acts", table, { lead });
  },
};

const TITLES = { customers: "Customers", payments: "Payments", acts: "Who did what" } as const;

function list(
  { query }: OfficeRequest,
  name: keyof typeof TITLES,
  table: Table,
  more: Partial<ListData>,
): OfficeAnswer {
  if (query.has("csv")) {
    return { csv: table, name };
  }
  const csv = `?${new URLSearchParams({ ...Object.fromEntries(query), csv: "1" })}`;
  const data = { lead: "", find: null, tabs: [], csv, table, ...more };
  return { name: "list", title: TITLES[name], data };
}

function limitOf({ query }: OfficeRequest): number {
  return query.has("csv") ? MAX_IN_FILE : MAX_SHOWN;
}

function customerTable(found: readonly Customer[], nowMs: number): Table {
  return {
    columns: [
      ["email", "email"],
      ["state", "text"],
      ["since", "time"],
      ["plan", "text"],
      ["until", "time"],
      ["balance_usdt", "number"],
      ["keys", "number"],
      ["sites", "text"],
      ["loads_30_days", "number"],
      ["signed_in", "time"],
    ],
    rows: found.map((each) => [
      each.email,
      stateOf(each, nowMs),
      each.sinceMs,
      each.plan,
      each.endsAtMs,
      formatUsdt(each.balance),
      each.keys,
      sitesOf(each),
      each.loads,
      each.signedInMs,
    ]),
    none: "There are none.",
  };
}

/** Whether a customer's tables open, in one word. */
function stateOf({ suspendedMs, endsAtMs }: Customer, nowMs: number): string {
  if (suspendedMs !== null) {
    return "suspended";
  }
  return endsAtMs === null ? "unpaid" : endsAtMs > nowMs ? "active" : "ended";
}

/** Where a customer's keys open tables: `any` stands first. */
export function sitesOf({ isOpen, sites }: Customer): string {
  return [...(isOpen ? ["any"] : []), ...sites].join(" ");
}

/** What came in. @param without a column that the page says already. */
export function arrivalTable(found: readonly Arrival[], without?: "email"): Table {
  const table: Table = {
    columns: [
      ["paid", "time"],
      ["usdt", "number"],
      ["outcome", "text"],
      ["plan", "text"],
      ["email", "email"],
      ["from", "text"],
      ["transaction", "hash"],
    ],
    rows: found.map((each) => [
      each.atMs,
      formatUsdt(each.amount),
      each.fate,
      each.plan,
      each.email,
      each.from,
      each.hash,
    ]),
    none: "Nothing found.",
  };
  const isShown = (_: unknown, i: number) => table.columns[i]?.[0] !== without;
  return {
    ...table,
    columns: table.columns.filter(isShown),
    rows: table.rows.map((row) => row.filter(isShown)),
  };
}
