import type { MaintenanceState } from "../access/maintenance.ts";
import type { PasskeyInfo } from "../account/auth/passkeys.ts";
import type { MailState } from "../account/mail/mail-states.ts";
import type { AccountBalance } from "../payment/balance.ts";
import type { Books, Dust } from "../payment/incoming/books.ts";
import type { UnmatchedTransfer } from "../payment/incoming/unmatched.ts";
import type { Invoice } from "../payment/invoices.ts";
import type { ReviewCase } from "../payment/review.ts";
import { formatUsdt } from "../payment/usdt.ts";
import { csvOf } from "../runtime/csv.ts";
import { timeText } from "../store/stored-value.ts";
import type { OwnerAct } from "./act-list.ts";
import type { Arrival } from "./arrivals.ts";
import type { AssignedPayment } from "./assigned.ts";
import type { Customer } from "./customers.ts";
import type { Check } from "./health.ts";
import type { ListedUser } from "./office/users.ts";
import type { ListedPlan } from "./plans.ts";
import type { PriceEntry } from "./prices.ts";
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

/** Whether a customer's tables open, in one word. */
function stateOf({ isSuspended, endsAtMs }: Customer, nowMs: number): string {
  if (isSuspended) {
    return "suspended";
  }
  return endsAtMs === null ? "unpaid" : endsAtMs > nowMs ? "active" : "ended";
}

/** Where a customer's keys open tables: `any` stands first. */
export function sitesOf({ isOpen, sites }: Customer): string {
  return [...(isOpen ? ["any"] : []), ...sites].join(" ");
}

export function customerList(customers: readonly Customer[], nowMs: number): List {
  return {
    columns: [
      "email",
      "state",
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
      stateOf(each, nowMs),
      dayOf(each.sinceMs),
      each.plan,
      each.endsAtMs === null ? null : instantOf(each.endsAtMs),
      formatUsdt(each.balance),
      each.keys,
      sitesOf(each),
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

/** What accounts have paid and not spent. An account that was deleted has its id alone. */
export function balanceList(balances: readonly AccountBalance[]): List {
  return {
    columns: ["email", "balance_usdt", "account"],
    rows: balances.map(({ email, balance, accountId }) => [email, formatUsdt(balance), accountId]),
    none: "No account has a balance.",
  };
}

/** What waits for a person: a row for each claim, and one for each transfer that nobody named. */
export function reviewList(
  cases: readonly ReviewCase[],
  unmatched: readonly UnmatchedTransfer[],
): List {
  const paidOf = (each: ReviewCase | UnmatchedTransfer) => [
    instantOf(each.paidAtMs),
    formatUsdt(each.paid),
    each.from,
    each.to,
    each.hash,
    each.logIndex,
  ];
  const named = cases.flatMap((each) =>
    each.claims
      .filter(({ state }) => state === "review")
      .map((claim) => [
        claim.id,
        claim.reason,
        ...paidOf(each),
        claim.email,
        formatUsdt(claim.asked),
        claim.plan,
        claim.days,
        instantOf(claim.invoiceAtMs),
        instantOf(claim.namedAtMs),
        [...new Set(each.claims.map(({ email }) => email ?? "(deleted)"))].join(" "),
      ]),
  );
  const unnamed = unmatched.map((each) => [
    each.id,
    each.reason,
    ...paidOf(each),
    each.nearly?.email ?? null,
    null,
    each.nearly?.plan ?? null,
    null,
    null,
    null,
    null,
  ]);
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
    rows: [...named, ...unnamed],
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

export function gameList(games: readonly MaintenanceState[]): List {
  return {
    columns: ["game", "state", "since"],
    rows: games.map(({ slug, sinceMs }) => [
      slug,
      sinceMs === undefined ? "open" : "in maintenance",
      sinceMs === undefined ? null : instantOf(sinceMs),
    ]),
    none: "There are none.",
  };
}

/** What is or was sold. */
export function planList(plans: readonly ListedPlan[]): List {
  return {
    columns: ["plan", "days", "usdt", "state", "changed", "by", "reason"],
    rows: plans.map(({ name, days, price, state, change }) => [
      name,
      days,
      price === null ? null : formatUsdt(price),
      state === "sold" ? "on sale" : state.replace("_", " "),
      change === null ? null : instantOf(change.atMs),
      change?.by ?? null,
      change?.reason ?? "PLANS",
    ]),
    none: "Nothing is sold.",
  };
}

export function priceList(prices: readonly PriceEntry[]): List {
  return {
    columns: ["plan", "days", "usdt", "state", "from", "set", "by", "reason"],
    rows: prices.map((each) => [
      each.plan,
      each.days,
      formatUsdt(each.price),
      each.state.replace("_", " "),
      each.fromMs === null ? null : instantOf(each.fromMs),
      each.setAtMs === null ? null : instantOf(each.setAtMs),
      each.by,
      each.reason,
    ]),
    none: "Nothing is sold.",
  };
}

/** Who may open the back office, and who is invited. */
export function peopleList(people: readonly ListedUser[], nowMs: number): List {
  const stateOf = ({ hasJoined, endsAtMs }: ListedUser) =>
    hasJoined ? "joined" : (endsAtMs ?? 0) > nowMs ? "invited" : "invitation ended";
  return {
    columns: ["person", "state", "since", "invitation_ends"],
    rows: people.map((each) => [
      each.email,
      stateOf(each),
      instantOf(each.sinceMs),
      each.endsAtMs === null ? null : instantOf(each.endsAtMs),
    ]),
    none: "Nobody is invited.",
  };
}

/** What became of the mails of the last two days. */
export function mailList(mails: readonly MailState[]): List {
  return {
    columns: ["written", "kind", "state", "tries", "sent_or_next_try", "last_fault"],
    rows: mails.map(({ atMs, kind, state, tries, nextMs, fault }) => [
      instantOf(atMs),
      kind,
      state,
      tries,
      nextMs === null ? null : instantOf(nextMs),
      fault,
    ]),
    none: "There were no mails.",
  };
}

/** What came in, and what became of all of it. The first sum is that of the others, without what is too small. */
export function sumList(books: Books, dust: Dust): List {
  const { cameIn, credited, balances, refunded, waiting, dismissed } = books;
  return {
    columns: ["what", "usdt"],
    rows: [
      ["came in", formatUsdt(cameIn)],
      ["credited", formatUsdt(credited)],
      ["in balances", formatUsdt(balances)],
      ["paid back", formatUsdt(refunded)],
      ["waiting", formatUsdt(waiting)],
      ["dismissed", formatUsdt(dismissed)],
      ["too small to be checked", formatUsdt(dust.sum)],
    ],
    none: "Nothing came in.",
  };
}

/** The passkeys of somebody in the back office. */
export function passkeyList(passkeys: readonly PasskeyInfo[]): List {
  return {
    columns: ["passkey", "since", "last_used"],
    rows: passkeys.map(({ name, createdAtMs, usedAtMs }) => [
      name,
      instantOf(createdAtMs),
      usedAtMs === null ? null : instantOf(usedAtMs),
    ]),
    none: "You have none.",
  };
}

/** The parts of the service, and what is wrong with them. */
export function checkList(checks: readonly Check[]): List {
  return {
    columns: ["part", "fault"],
    rows: checks.map(({ code, fault }) => [code.replace("_", " "), fault]),
    none: "There are none.",
  };
}

export function actList(acts: readonly OwnerAct[]): List {
  return {
    columns: ["at", "action", "email", "email_now", "by", "detail"],
    rows: acts.map(({ atMs, action, email, emailNow, by, detail }) => [
      instantOf(atMs),
      action.replaceAll("_", " "),
      email,
      emailNow,
      by,
      Object.entries(detail)
        .map(([name, text]) => `${name}: ${text}`)
        .join(", "),
    ]),
    none: "Nothing was done.",
  };
}

function dayOf(ms: number): string {
  return timeText(ms, (iso) => iso.slice(0, 10));
}

/** To the second, in UTC. */
function instantOf(ms: number): string {
  return timeText(ms, (iso) => `${iso.slice(0, 19)}Z`);
}
