import { formatUsdt } from "../payment/usdt.ts";
import { csvOf } from "../runtime/csv.ts";
import type { OwnerAct } from "./acts.ts";
import type { Arrival } from "./arrivals.ts";
import type { Customer } from "./customers.ts";
import type { DayOfBooks, Difference } from "./reconcile.ts";
import type { Revenue } from "./revenue.ts";

/** Rows with the names of their columns, for people, spreadsheets and programs alike. */
export interface List {
  readonly columns: readonly string[];
  /** Sums are in USDT, times are ISO 8601, in UTC. Null: there is none. */
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** What to say where there are no rows. */
  readonly none: string;
}

/** A list as a file for spreadsheets. */
export function listCsv({ columns, rows }: List): string {
  return csvOf([columns, ...textRows(rows)]);
}

/** The cells as they are written; nothing where there is none. */
export function textRows(rows: List["rows"]): string[][] {
  return rows.map((row) => row.map((cell) => String(cell ?? "")));
}

export function customerList(customers: readonly Customer[]): List {
  return {
    columns: [
      "email",
      "since",
      "plan",
      "until",
      "balance_usdt",
      "keys",
      "sites",
      "loads_30_days",
      "signed_in",
      "account",
    ],
    rows: customers.map((each) => [
      each.email,
      dayOf(each.sinceMs),
      each.plan,
      each.endsAtMs === null ? null : instantOf(each.endsAtMs),
      formatUsdt(each.balance),
      each.keys,
      each.sites.join(" "),
      each.loads,
      each.signedInMs === null ? null : instantOf(each.signedInMs),
      each.accountId,
    ]),
    none: "There are none.",
  };
}

export function revenueList(months: readonly Revenue[]): List {
  return {
    columns: ["month", "plan", "sold", "usdt"],
    rows: months.map(({ month, plan, sold, sum }) => [month, plan, sold, formatUsdt(sum)]),
    none: "Nothing was sold.",
  };
}

export function arrivalList(arrivals: readonly Arrival[]): List {
  return {
    columns: ["paid", "usdt", "became", "plan", "email", "from", "transaction", "transfer"],
    rows: arrivals.map((each) => [
      instantOf(each.atMs),
      formatUsdt(each.amount),
      each.fate,
      each.plan,
      each.email,
      each.from,
      each.hash,
      each.logIndex,
    ]),
    none: "Nothing of that came in.",
  };
}

export function dayList(days: readonly DayOfBooks[]): List {
  return {
    columns: ["day", "came_in_usdt", "plans", "balances", "waiting", "dismissed"],
    rows: days.map(({ day, cameIn, plans, balances, waiting, dismissed }) => [
      day,
      ...[cameIn, plans, balances, waiting, dismissed].map(formatUsdt),
    ]),
    none: "Nothing came in.",
  };
}

export function differenceList(found: readonly Difference[]): List {
  return {
    columns: ["difference", "listed_usdt", "confirmed_usdt", "since", "transaction", "address"],
    rows: found.map(({ kind, listed, confirmed, sinceMs, hash, address }) => [
      kind.replace("_", " "),
      formatUsdt(listed),
      formatUsdt(confirmed),
      instantOf(sinceMs),
      hash,
      address,
    ]),
    none: "The list and the receipts say the same.",
  };
}

export function actList(acts: readonly OwnerAct[]): List {
  return {
    columns: ["at", "action", "email", "by", "detail"],
    rows: acts.map(({ atMs, action, email, by, detail }) => [
      instantOf(atMs),
      action.replace("_", " "),
      email,
      by,
      Object.entries(detail)
        .map(([name, text]) => `${name}: ${text}`)
        .join(", "),
    ]),
    none: "Nothing was done.",
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** To the second, in UTC. */
function instantOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
