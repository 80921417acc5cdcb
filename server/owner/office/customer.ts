import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { parseDays } from "../../access/end-date.ts";
import { normaliseEmail } from "../../account/email-address.ts";
import { refund } from "../../payment/balance.ts";
import { ReviewError } from "../../payment/errors.ts";
import { normaliseHash } from "../../payment/tron/tx-hash.ts";
import { formatUsdt, parseUsdt } from "../../payment/usdt.ts";
import { arrivals } from "../arrivals.ts";
import { switchCodesOff } from "../codes-off.ts";
import { customers } from "../customers.ts";
import type { Customer } from "../customers.ts";
import { giveDays, takeDays } from "../days.ts";
import { arrivalList, sitesOf } from "../lists.ts";
import { moveAddress } from "../move-address.ts";
import { removePasskeys } from "../passkeys-off.ts";
import { signInWays } from "../sign-in-ways.ts";
import { reinstate, suspend, suspendedSince } from "../suspension.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { csvLink, listTable, minuteOf, sitesMark } from "./page.ts";
import { proofFields } from "./sign-in-pages.ts";

const MAX_SHOWN = 200;

/** One customer: what they have, what they paid, and what can be done. */
export async function customerPage(
  { store, explorerUrl, mails }: OfficeContext,
  { query, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const email = (query.get("email") ?? "").toLowerCase();
  const customer = await customerOf(store, email, nowMs);
  const { accountId, endsAtMs, plan, balance, keys, loads, signedInMs } = customer;
  const sites = sitesOf(customer);
  const sinceMs = await suspendedSince(store, accountId);
  const { hasCodes, passkeys } = await signInWays(store, accountId);
  const paid = arrivalList(await arrivals(store, { email }, MAX_SHOWN));
  const at = (ms: number | null) => (ms === null ? "never" : minuteOf(ms));
  const facts: readonly (readonly [string, string, string?])[] = [
    ["Account", accountId],
    ["Registered", at(customer.sinceMs)],
    ["Last sign-in", at(signedInMs)],
    ["Codes on sign-in", hasCodes ? "on" : "off"],
    ["Passkeys", String(passkeys)],
    ["Plan", plan ?? "none"],
    [endsAtMs !== null && endsAtMs <= nowMs ? "Ended" : "Until", at(endsAtMs)],
    ["Balance", `${formatUsdt(balance)} USDT`],
    ["Keys", String(keys)],
    ["Sites", sites || "none", sitesMark(sites)],
    ["Tables opened in 30 days", String(loads)],
    ["Suspended", sinceMs === null ? "no" : `since ${at(sinceMs)}`],
  ];
  const action = `/owner/customer/?${new URLSearchParams({ email })}`;
  const reason = reasonField();
  return {
    title: email,
    body: html`
      <dl class="facts">
        ${facts.map(
          ([name, value, mark = ""]) =>
            html`<div>
              <dt>${name}</dt>
              <dd class=${mark}>${value}</dd>
            </div>`,
        )}
      </dl>
      <h2>Payments ${csvLink("/owner/payments/", { find: email })}</h2>
      ${listTable(paid, { explorerUrl, without: ["email"] })}
      <h2>Plan and keys</h2>
      <details class="card">
        <summary>Give or take days…</summary>
        <form class="act" method="post" action=${action}>
          <label>Days<input class="short" name="days" inputmode="numeric" required /></label>
          ${reason}
          <button name="do" value="give">Give</button>
          <button class="second" name="do" value="take">Take</button>
        </form>
      </details>
      ${
        balance === 0
          ? ""
          : html`<details class="card">
              <summary>Pay back ${formatUsdt(balance)} USDT…</summary>
              <p class="soft">
                Send it first; then write down what you have sent in which transaction.
              </p>
              <form class="act" method="post" action=${action}>
                <label
                  >USDT<input class="short" name="amount" inputmode="decimal" required
                /></label>
                <label>Hash<input class="long" name="hash" required /></label>
                <button name="do" value="refund">Take from the balance</button>
              </form>
            </details>`
      }
      <details class="card" ?open=${sinceMs !== null}>
        <summary>${sinceMs === null ? "Suspend…" : "Suspended"}</summary>
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
      </details>
      <h2>Sign-in</h2>
      <p class="soft">
        For somebody who has lost a mailbox or a phone. Make sure who it is first: ask for what is
        in their invoices.
      </p>
      <details class="card">
        <summary>Another e-mail address…</summary>
        <p class="soft">
          It is signed out everywhere; password, passkeys and codes stay.
          ${mails === null ? "No mail is sent here, so tell them." : "Both mailboxes are told."}
        </p>
        <form class="act" method="post" action=${action}>
          <label
            >New address<input class="long" name="address" type="email" autocomplete="off" required
          /></label>
          ${reason} ${proofFields()}
          <button class="second" name="do" value="move">Move the account</button>
        </form>
      </details>
      ${
        hasCodes
          ? signInCard(action, {
              summary: "Codes off…",
              words: "It signs in with the password alone then.",
              button: html`<button class="second" name="do" value="codes-off">
                Switch its codes off
              </button>`,
            })
          : ""
      }
      ${
        passkeys > 0
          ? signInCard(action, {
              summary: "Passkeys off…",
              words: "All of them are removed, and it is signed out everywhere.",
              button: html`<button class="second" name="do" value="passkeys-off">
                Remove its passkeys
              </button>`,
            })
          : ""
      }
    `,
  };
}

/** Does what a form of a customer's page asks for. */
export async function changeCustomer(
  { store, vault, mails }: OfficeContext,
  { query, field, nowMs, confirm }: OfficeRequest,
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
    case "move": {
      await confirm();
      const newEmail = field("address");
      await moveAddress(store, mails, { email, newEmail, reason }, nowMs);
      const query = new URLSearchParams({ email: normaliseEmail(newEmail).toLowerCase() });
      return { to: `/owner/customer/?${query}`, done: "moved" };
    }
    case "codes-off":
      await confirm();
      await switchCodesOff(store, { email, reason }, nowMs);
      return { to, done: "codes_off" };
    case "passkeys-off":
      await confirm();
      await removePasskeys(store, { email, reason }, nowMs);
      return { to, done: "passkeys_off" };
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

/** A way to sign in that can be taken away. */
function signInCard(
  action: string,
  { summary, words, button }: { summary: string; words: string; button: TemplateResult },
): TemplateResult {
  return html`<details class="card">
    <summary>${summary}</summary>
    <p class="soft">${words}</p>
    <form class="act" method="post" action=${action}>
      ${reasonField()} ${proofFields()} ${button}
    </form>
  </details>`;
}

function reasonField(): TemplateResult {
  return html`<label>Reason<input class="long" name="reason" required maxlength="300" /></label>`;
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
