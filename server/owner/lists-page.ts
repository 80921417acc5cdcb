import type { ListData, Table } from "../../src/account/office-data.ts";
import { InvalidInput } from "../access/invalid-input.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { COMMAND_LINE } from "../store/audit.ts";
import type { OwnerAction } from "../store/audit.ts";
import type { Store } from "../store/store.ts";
import { readTexts } from "../store/stored-value.ts";
import { customers } from "./customers.ts";
import type { Customer } from "./customers.ts";
import { listIncoming, parseTransferFilter } from "./incoming-payments.ts";
import type { IncomingPayment } from "./incoming-payments.ts";
import { tableOf } from "./page-parts.ts";
import type { Column, OfficeResponse, OfficeRoute } from "./page-parts.ts";

const MAX_SHOWN = 200;

/** All customers, or those with `?find=` in their address, sites or account number. */
export const CUSTOMERS_ROUTE: OfficeRoute = {
  async get({ store, query, nowMs }) {
    const typed = (query.get("find") ?? "").trim();
    const text = typed.toLowerCase();
    const found: Customer[] = [];
    for await (const customer of customers(store, nowMs)) {
      const { accountId, email, sites } = customer;
      if (
        accountId === typed ||
        [email, ...sites].some((name) => name.toLowerCase().includes(text))
      ) {
        found.push(customer);
      }
    }
    const table = tableOf(
      found,
      [
        ["email", "email", ({ email }) => email],
        ["state", "text", (customer) => stateOf(customer, nowMs)],
        ["since", "time", ({ sinceMs }) => sinceMs],
        ["plan", "text", ({ plan }) => plan],
        ["until", "time", ({ endsAtMs }) => endsAtMs],
        ["balance_usdt", "number", ({ balance }) => formatUsdt(balance)],
        ["keys", "number", ({ keys }) => keys],
        ["sites", "text", sitesOf],
        ["loads_30_days", "number", ({ loads }) => loads],
        ["signed_in", "time", ({ signedInMs }) => signedInMs],
      ],
      "There are none.",
    );
    return list("Customers", table, {
      find: { label: "Part of an email or a site, or an account number", text: typed },
    });
  },
};

/** Incoming payments and their states: the newest, or those that match `?find=`. */
export const PAYMENTS_ROUTE: OfficeRoute = {
  async get(request) {
    const text = (request.query.get("find") ?? "").trim();
    const filter = text === "" ? null : parseTransferFilter(text);
    if (filter === undefined) {
      throw new InvalidInput(
        `${JSON.stringify(text)} is not a hash, TRON address, email address or amount.`,
      );
    }
    const found = await listIncoming(request.store, filter, MAX_SHOWN);
    const table = tableOf(found, INCOMING_COLUMNS, NO_INCOMING);
    return list("Payments", table, {
      find: { label: "Hash, sender, email or amount", text },
    });
  },
};

export const ACTIONS_ROUTE: OfficeRoute = {
  async get(request) {
    const table = tableOf(
      await listActions(request.store, MAX_SHOWN),
      [
        ["at", "time", ({ atMs }) => atMs],
        ["action", "text", ({ action }) => action.replaceAll("_", " ")],
        ["email", "email", ({ email }) => email],
        ["by", "text", ({ by }) => by ?? "command line"],
        [
          "detail",
          "text",
          ({ detail }) =>
            Object.entries(detail)
              .map(([name, text]) => `${name}: ${text}`)
              .join(", "),
        ],
      ],
      "Nothing has been done yet.",
    );
    const lead =
      "What was done here and on the command line. Entries are never changed or deleted.";
    return list("Who did what", table, { lead });
  },
};

function list(title: string, table: Table, more: Partial<ListData>): OfficeResponse {
  return { name: "list", title, data: { lead: "", find: null, table, ...more } };
}

function stateOf({ suspendedMs, endsAtMs }: Customer, nowMs: number): string {
  if (suspendedMs !== null) {
    return "suspended";
  }
  return endsAtMs === null ? "unpaid" : endsAtMs > nowMs ? "active" : "ended";
}

/** The sites where a customer's keys open tables; `any` comes first. */
export function sitesOf({ isOpen, sites }: Customer): string {
  return [...(isOpen ? ["any"] : []), ...sites].join(" ");
}

export const NO_INCOMING = "Nothing found.";
export const INCOMING_COLUMNS: readonly Column<IncomingPayment>[] = [
  ["paid", "time", ({ atMs }) => atMs],
  ["usdt", "number", ({ amount }) => amount],
  ["outcome", "text", ({ outcome }) => outcome],
  ["plan", "text", ({ plan }) => plan],
  ["email", "email", ({ email }) => email],
  ["from", "text", ({ from }) => from],
  ["transaction", "hash", ({ hash }) => hash],
];

/**
 * The newest actions of owners and of the command line, at most `limit`. `email` is the account's address, null if it
 * is unknown; `by` is null for the command line.
 */
export async function listActions({ db }: Store, limit: number) {
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
  return rows.map((row) => ({
    atMs: row.at,
    // The cast is safe because only `recordAction` writes this column.
    action: row.action as OwnerAction,
    email: row.email,
    by: row.acted_by === COMMAND_LINE ? null : row.acted_by,
    detail: readTexts(row.detail),
  }));
}
