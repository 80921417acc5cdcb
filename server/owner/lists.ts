import type { MaintenanceState } from "../access/maintenance.ts";
import type { MailState } from "../account/mail/mail-states.ts";
import { formatUsdt } from "../payment/usdt.ts";
import type { OwnerAct } from "./act-list.ts";
import type { Customer } from "./customers.ts";
import type { Check } from "./health.ts";
import { dayOf, instantOf } from "./list.ts";
import type { List } from "./list.ts";
import type { ListedUser } from "./office/users.ts";
import type { ListedPlan } from "./plans.ts";
import type { PriceEntry } from "./prices.ts";

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
