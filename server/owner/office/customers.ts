import { html } from "@lit-labs/ssr";
import { parseDays } from "../../access/end-date.ts";
import { refund } from "../../payment/balance.ts";
import { ReviewError } from "../../payment/errors.ts";
import { normaliseHash } from "../../payment/tron/tx-hash.ts";
import { formatUsdt, parseUsdt } from "../../payment/usdt.ts";
import { arrivals } from "../arrivals.ts";
import { customers, endingCustomers } from "../customers.ts";
import type { Customer } from "../customers.ts";
import { giveDays, takeDays } from "../days.ts";
import { arrivalList, customerList } from "../lists.ts";
import { reinstate, suspend, suspendedSince } from "../suspension.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { csvLink, listTable, minuteOf } from "./page.ts";

const DAY_MS = 86_400_000;
const MAX_SHOWN = 200;

/** All customers, or those whose plan ends soon or has ended lately: `?ending=7`. */
export async function customersPage(
  { store, explorerUrl }: OfficeContext,
  { query, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const ending = query.get("ending");
  const found: Customer[] = [];
  if (ending === null) {
    for await (const customer of customers(store, nowMs)) {
      found.push(customer);
    }
  } else {
    found.push(...(await endingCustomers(store, nowMs, daysIn(ending) * DAY_MS)));
  }
  const list = customerList(found);
  if (query.has("csv")) {
    return { list, name: "customers" };
  }
  return {
    title: ending === null ? "Customers" : `Ends within ${ending} days, or has ended as lately`,
    body: html`
      <p>
        <a href="/owner/customers/">All</a> · <a href="/owner/customers/?ending=7">7 days</a> ·
        <a href="/owner/customers/?ending=30">30 days</a> ·
        ${csvLink("/owner/customers/", ending === null ? {} : { ending })}
      </p>
      ${listTable(list, { explorerUrl })}
    `,
  };
}

/** One customer: what they have, what they paid, and what can be done. */
export async function customerPage(
  { store, explorerUrl }: OfficeContext,
  { query, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const email = (query.get("email") ?? "").toLowerCase();
  const customer = await customerOf(store, email, nowMs);
  const { accountId, endsAtMs, plan, balance, keys, sites, loads, signedInMs } = customer;
  const sinceMs = await suspendedSince(store, accountId);
  const paid = arrivalList(await arrivals(store, { email }, MAX_SHOWN));
  const at = (ms: number | null) => (ms === null ? "never" : minuteOf(ms));
  const facts: readonly (readonly [string, string])[] = [
    ["Account", accountId],
    ["Registered", at(customer.sinceMs)],
    ["Last sign-in", at(signedInMs)],
    ["Plan", plan ?? "none"],
    [endsAtMs !== null && endsAtMs <= nowMs ? "Ended" : "Until", at(endsAtMs)],
    ["Balance", `${formatUsdt(balance)} USDT`],
    ["Keys", String(keys)],
    ["Sites", sites.join(", ") || "any"],
    ["Tables opened in 30 days", String(loads)],
    ["Suspended", sinceMs === null ? "no" : `since ${at(sinceMs)}`],
  ];
  const action = `/owner/customer/?${new URLSearchParams({ email })}`;
  const reason = html`<label
    >Reason<input class="long" name="reason" required maxlength="300"
  /></label>`;
  return {
    title: email,
    body: html`
      <table class="narrow">
        <tbody>
          ${facts.map(
            ([name, value]) =>
              html`<tr>
                <th>${name}</th>
                <td class="words">${value}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <h2>Days</h2>
      <form class="act" method="post" action=${action}>
        <label>Days<input class="short" name="days" inputmode="numeric" required /></label>
        ${reason}
        <button name="do" value="give">Give</button>
        <button class="second" name="do" value="take">Take</button>
      </form>
      <h2>${sinceMs === null ? "Suspend" : "Suspended"}</h2>
      <p class="soft">
        Its keys open nothing while it is suspended. It can sign in and pay, and its time runs on.
      </p>
      <form class="act" method="post" action=${action}>
        ${reason}
        ${
          sinceMs === null
            ? html`<button class="second" name="do" value="suspend">Suspend</button>`
            : html`<button name="do" value="reinstate">End the suspension</button>`
        }
      </form>
      ${
        balance === 0
          ? ""
          : html`<h2>Refund</h2>
              <p class="soft">
                Send it first; then write down what you have sent in which transaction.
              </p>
              <form class="act" method="post" action=${action}>
                <label
                  >USDT<input class="short" name="amount" inputmode="decimal" required
                /></label>
                <label>Hash<input class="long" name="hash" required /></label>
                <button name="do" value="refund">Take from the balance</button>
              </form>`
      }
      <h2>Payments ${csvLink("/owner/payments/", { find: email })}</h2>
      ${listTable(paid, { explorerUrl })}
    `,
  };
}

/** Does what a form of a customer's page asks for. */
export async function changeCustomer(
  { store, vault }: OfficeContext,
  { query, field, nowMs }: OfficeRequest,
): Promise<Done> {
  const email = (query.get("email") ?? "").toLowerCase();
  const to = `/owner/customer/?${new URLSearchParams({ email })}`;
  const reason = field("reason").trim();
  switch (field("do")) {
    case "give":
      await giveDays(store, vault, { email, days: daysIn(field("days")), reason }, nowMs);
      return { to, done: "given" };
    case "take":
      await takeDays(store, { email, days: daysIn(field("days")), reason }, nowMs);
      return { to, done: "taken" };
    case "suspend":
      await suspend(store, { email, reason }, nowMs);
      return { to, done: "suspended" };
    case "reinstate":
      await reinstate(store, { email, reason }, nowMs);
      return { to, done: "reinstated" };
    case "refund": {
      const [amount, hash] = [parseUsdt(field("amount")), normaliseHash(field("hash"))];
      if (amount === undefined || hash === undefined) {
        throw new ReviewError("Say how much USDT you have sent, and in which transaction.");
      }
      await refund(store, { account: email, amount, hash }, nowMs);
      return { to, done: "refunded" };
    }
    default:
      throw new ReviewError("The form asks for nothing that can be done here.");
  }
}

async function customerOf(
  store: OfficeContext["store"],
  email: string,
  nowMs: number,
): Promise<Customer> {
  for await (const customer of customers(store, nowMs, email)) {
    return customer;
  }
  throw new ReviewError(`There is no account ${JSON.stringify(email)}.`);
}

/** @throws InvalidInput when it is no number of days. */
function daysIn(text: string): number {
  return parseDays(text.trim());
}
