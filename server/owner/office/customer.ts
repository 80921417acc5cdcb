import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { normaliseEmail } from "../../account/email-address.ts";
import { invoicesOf } from "../../account/views/invoices.ts";
import { refund } from "../../payment/balance.ts";
import { ReviewError } from "../../payment/errors.ts";
import { normaliseHash } from "../../payment/tron/address.ts";
import { formatUsdt, parseUsdt } from "../../payment/usdt.ts";
import { arrivals } from "../arrivals.ts";
import { switchCodesOff } from "../codes-off.ts";
import { customers } from "../customers.ts";
import type { Customer } from "../customers.ts";
import { sitesOf } from "../lists.ts";
import { arrivalList, invoiceList } from "../money-lists.ts";
import { moveAddress } from "../move-address.ts";
import { requireReason } from "../plan-rules.ts";
import { reinstate, suspend, suspendedSince } from "../suspension.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { changeDays, daysCard, daysView } from "./customer-days.ts";
import { actForm, reasonField } from "./form-parts.ts";
import { listTable } from "./list-table.ts";
import { csvLink, factList, minuteOf, sitesMark } from "./page-parts.ts";
import type { Fact } from "./page-parts.ts";
import type { View } from "./page.ts";
import { proofFields } from "./sign-in-pages.ts";
import { TRY } from "./typed.ts";
import type { Typed } from "./typed.ts";

const MAX_SHOWN = 200;
/** Enough to compare a number with that somebody names. */
const MAX_INVOICES = 20;

/** One customer: what they have, what they paid, and what can be done. */
export async function customerPage(
  { store, explorerUrl, mails }: OfficeContext,
  { query, typed, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const email = (query.get("email") ?? "").toLowerCase();
  const customer = await customerOf(store, email, nowMs);
  const { accountId, endsAtMs, plan, balance, keys, loads, signedInMs } = customer;
  const sites = sitesOf(customer);
  const invoices = await invoicesOf(store, accountId, MAX_INVOICES);
  const sinceMs = await suspendedSince(store, accountId);
  const hasCodes = await asksForCodes(store, accountId);
  const paid = arrivalList(await arrivals(store, { email }, MAX_SHOWN));
  const at = (ms: number | null) => (ms === null ? "never" : minuteOf(ms));
  const facts: readonly Fact[] = [
    ["Plan", plan ?? "none"],
    [endsAtMs !== null && endsAtMs <= nowMs ? "Ended" : "Until", at(endsAtMs)],
    [
      "Suspended",
      sinceMs === null ? "no" : `since ${at(sinceMs)}`,
      sinceMs === null ? "" : "wrong",
    ],
    ["Balance", `${formatUsdt(balance)} USDT`],
    ["Keys", String(keys)],
    ["Sites", sites || "none", sitesMark(sites)],
    ["Tables opened in 30 days", String(loads)],
    ["Last sign-in", at(signedInMs)],
    ["Codes on sign-in", hasCodes ? "on" : "off"],
    ["Registered", at(customer.sinceMs)],
    ["Account", accountId],
  ];
  const action = addressOf(email);
  const refunding = typed.into(["refund"]);
  const suspending = typed.into(["suspend", "reinstate"]);
  const moving = typed.into(["move"]);
  return {
    title: email,
    body: html`
      ${factList(facts)}
      <h2>Payments ${csvLink("/owner/payments/", { find: email })}</h2>
      ${listTable(paid, { explorerUrl, without: ["email", "transfer"] })}
      <h2>Plan and keys</h2>
      ${daysCard(action, typed)}
      ${
        balance === 0
          ? ""
          : html`<details class="card" ?open=${refunding.isHere}>
              <summary>Pay back ${formatUsdt(balance)} USDT…</summary>
              <p class="soft">
                Send it first; then write down what you have sent in which transaction.
              </p>
              ${actForm(
                refunding,
                action,
                html`<label
                    >USDT<input
                      class="short"
                      name="amount"
                      inputmode="decimal"
                      required
                      value=${refunding.value("amount")}
                  /></label>
                  <label
                    >Hash<input
                      class="long hash"
                      name="hash"
                      required
                      value=${refunding.value("hash")}
                  /></label>
                  <button name="do" value="refund">Take from the balance</button>`,
              )}
            </details>`
      }
      <details class="card" ?open=${sinceMs !== null || suspending.isHere}>
        <summary>${sinceMs === null ? "Suspend…" : "Suspended"}</summary>
        <p class="soft">
          Its keys open nothing while it is suspended. It can sign in and pay, and its time runs on.
        </p>
        ${actForm(
          suspending,
          action,
          html`${reasonField(suspending)}
          ${
            sinceMs === null
              ? html`<button class="second" name="do" value="suspend">Suspend</button>`
              : html`<button name="do" value="reinstate">End the suspension</button>`
          }`,
        )}
      </details>
      <h2>Sign-in</h2>
      <p class="soft">
        For somebody who has lost a mailbox or a phone. Make sure who it is first: ask for the
        number of an invoice (inv_…), or for a mail from ${email}. Amount, time, hash and addresses
        of a payment are public on the chain, and prove nothing.
      </p>
      <details class="card">
        <summary>Its invoices…</summary>
        ${listTable(invoiceList(invoices), { explorerUrl })}
      </details>
      <details class="card" ?open=${moving.isHere}>
        <summary>Another e-mail address…</summary>
        <p class="soft">
          It is signed out everywhere; password and codes stay.
          ${mails === null ? "No mail is sent here, so tell them." : "Both mailboxes are told."}
        </p>
        ${actForm(
          moving,
          action,
          html`<label
              >New address<input
                class="long"
                name="address"
                type="email"
                autocomplete="off"
                required
                value=${moving.value("address")}
            /></label>
            ${reasonField(moving)} ${proofFields()}
            <button class="second" name="do" value="move">Move the account</button>`,
        )}
      </details>
      ${hasCodes ? codesOffCard(action, typed) : ""}
    `,
  };
}

/** Does what a form of a customer's page asks for. Days are given and taken in two steps: what that does is shown first. */
export async function changeCustomer(
  context: OfficeContext,
  { query, field, nowMs, confirm }: OfficeRequest,
): Promise<Done | View> {
  const { store, mails } = context;
  const email = (query.get("email") ?? "").toLowerCase();
  const [to, act, reason] = [addressOf(email), field("do"), field("reason").trim()];
  if (act !== "refund") {
    requireReason(reason);
  }
  switch (act) {
    case `${TRY}give`:
    case `${TRY}take`: {
      const form = {
        act: act === `${TRY}give` ? "give" : "take",
        email,
        days: field("days").trim(),
        reason,
      } as const;
      return daysView(context, await customerOf(store, email, nowMs), form, to, nowMs);
    }
    case "give":
    case "take":
      await changeDays(context, { act, email, days: field("days"), reason }, field("shown"), nowMs);
      return { to, done: act === "give" ? "given" : "taken" };
    case "suspend":
      await suspend(store, { email, reason }, nowMs);
      return { to, done: "suspended" };
    case "reinstate":
      await reinstate(store, { email, reason }, nowMs);
      return { to, done: "reinstated" };
    case "move": {
      await confirm();
      const newEmail = field("address");
      await moveAddress(store, mails, { email, newEmail, reason }, nowMs);
      return { to: addressOf(normaliseEmail(newEmail).toLowerCase()), done: "moved" };
    }
    case "codes-off":
      await confirm();
      await switchCodesOff(store, { email, reason }, nowMs);
      return { to, done: "codes_off" };
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

function codesOffCard(action: string, typed: Typed): TemplateResult {
  const kept = typed.into(["codes-off"]);
  return html`<details class="card" ?open=${kept.isHere}>
    <summary>Codes off…</summary>
    <p class="soft">It signs in with the password alone then.</p>
    ${actForm(
      kept,
      action,
      html`${reasonField(kept)} ${proofFields()}
        <button class="second" name="do" value="codes-off">Switch its codes off</button>`,
    )}
  </details>`;
}

/** Where a customer's page is. */
function addressOf(email: string): string {
  return `/owner/customer/?${new URLSearchParams({ email })}`;
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

async function asksForCodes({ db }: OfficeContext["store"], accountId: string): Promise<boolean> {
  const codes = await db
    .selectFrom("account_two_factor")
    .select("id")
    .where("user_id", "=", accountId)
    .where("verified", "=", 1)
    .executeTakeFirst();
  return codes !== undefined;
}
