import type { ListData, Table } from "../../src/account/office-data.ts";
import { parseDays } from "../access/end-date.ts";
import { InvalidInput } from "../access/errors.ts";
import { addressAt, selectMoves } from "../account/auth/move-account.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { COMMAND_LINE } from "../store/audit.ts";
import type { OwnerAction } from "../store/audit.ts";
import type { Store } from "../store/store.ts";
import { readTexts } from "../store/stored-value.ts";
import { arrivals, readWanted } from "./arrivals.ts";
import type { Arrival } from "./arrivals.ts";
import { customers } from "./customers.ts";
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
    const withinMs = ending === "" ? null : parseDays(ending) * DAY_MS;
    const text = (query.get("find") ?? "").trim().toLowerCase();
    const found: Customer[] = [];
    for await (const customer of customers(store, nowMs)) {
      const { email, sites, endsAtMs } = customer;
      const isFound =
        withinMs === null
          ? [email, ...sites].some((each) => each.toLowerCase().includes(text))
          : endsAtMs !== null && Math.abs(endsAtMs - nowMs) <= withinMs;
      if (isFound) {
        found.push(customer);
      }
    }
    if (withinMs !== null) {
      found.sort((one, other) => (one.endsAtMs ?? 0) - (other.endsAtMs ?? 0));
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

/** An act of an owner, or at the command line. */
export interface OwnerAct {
  readonly atMs: number;
  readonly action: OwnerAction;
  /**
   * Whose account, by the address that it had then; null where nobody's was touched, it was deleted, or the
   * address was left before such addresses were kept.
   */
  readonly email: string | null;
  /** The address that the account has now, where that is another one. */
  readonly emailNow: string | null;
  /** Who did it in the back office, by e-mail address; null: somebody at the command line. */
  readonly by: string | null;
  readonly detail: Readonly<Record<string, string>>;
}

/** The newest acts, `limit` at most. */
export async function listActs({ db }: Store, limit: number): Promise<OwnerAct[]> {
  const rows = await db
    .selectFrom("audit")
    .leftJoin("account_user", "account_user.id", "audit.account_id")
    .selectAll("audit")
    .select("account_user.email")
    .where("audit.acted_by", "is not", null)
    .orderBy("audit.at", "desc")
    .orderBy("audit.id")
    .limit(limit)
    .execute();
  const moves = await selectMoves(db)
    .where("audit.account_id", "in", (acts) =>
      acts.selectFrom("audit").select("account_id").where("acted_by", "is not", null),
    )
    .execute();
  const movesOf = Map.groupBy(moves, ({ accountId }) => accountId);
  return rows.map((row) => {
    const email = addressAt(row.email, movesOf.get(row.account_id ?? "") ?? [], row.at);
    return {
      atMs: row.at,
      // Only `recordAct` writes it.
      action: row.action as OwnerAction,
      email,
      emailNow: row.email === email ? null : row.email,
      by: row.acted_by === COMMAND_LINE ? null : row.acted_by,
      detail: readTexts(row.detail),
    };
  });
}
