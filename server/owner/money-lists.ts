import type { AccountBalance } from "../payment/balance.ts";
import type { Invoice } from "../payment/invoices.ts";
import type { ReviewCase } from "../payment/review.ts";
import { formatUsdt } from "../payment/usdt.ts";
import type { Arrival } from "./arrivals.ts";
import type { AssignedPayment } from "./assigned.ts";
import { instantOf } from "./list.ts";
import type { List } from "./list.ts";
import type { DayOfBooks } from "./reconcile.ts";
import type { Revenue } from "./revenue.ts";

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

/** An account's invoices, by the numbers that its own list, their pages and receipts say. */
export function invoiceList(
  invoices: readonly Pick<Invoice, "id" | "plan" | "created_at">[],
): List {
  return {
    columns: ["made", "plan", "number"],
    rows: invoices.map(({ id, plan, created_at: atMs }) => [instantOf(atMs), plan, id]),
    none: "There are none.",
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

/** What accounts have paid and not spent. An account that was deleted has its id alone. */
export function balanceList(balances: readonly AccountBalance[]): List {
  return {
    columns: ["email", "balance_usdt", "account"],
    rows: balances.map(({ email, balance, accountId }) => [email, formatUsdt(balance), accountId]),
    none: "No account has a balance.",
  };
}

/** What waits for a person: a row for each claim, and one for each transfer that nobody claims. */
export function reviewList(cases: readonly ReviewCase[]): List {
  const rows = cases.flatMap((each) => {
    const { nearly } = each;
    const paid = [
      instantOf(each.paidAtMs),
      formatUsdt(each.paid),
      each.from,
      each.to,
      each.hash,
      each.logIndex,
    ];
    const waiting = each.claims.filter(({ state }) => state === "review");
    const unclaimed = [nearly?.email ?? null, null, nearly?.plan ?? null, null, null, null, null];
    return waiting.length === 0
      ? [[each.id, each.reason, ...paid, ...unclaimed]]
      : waiting.map((claim) => [
          claim.id,
          claim.reason,
          ...paid,
          claim.email,
          formatUsdt(claim.asked),
          claim.plan,
          claim.days,
          instantOf(claim.invoiceAtMs),
          instantOf(claim.namedAtMs),
          [...new Set(each.claims.map(({ email }) => email ?? "(deleted)"))].join(" "),
        ]);
  });
  return {
    columns: [
      "id",
      "waits_because",
      "paid",
      "paid_usdt",
      "from",
      "to",
      "transaction",
      "transfer",
      "email",
      "asked_usdt",
      "plan",
      "days",
      "invoice_made",
      "named",
      "named_by",
    ],
    rows,
    none: "Nothing waits for you.",
  };
}

/** What people credited by hand. */
export function assignedList(payments: readonly AssignedPayment[]): List {
  return {
    columns: ["credited", "usdt", "plan", "email", "id"],
    rows: payments.map(({ creditedAtMs, amount, plan, email, id }) => [
      instantOf(creditedAtMs),
      formatUsdt(amount),
      plan,
      email,
      id,
    ]),
    none: "Nothing was credited by hand.",
  };
}
