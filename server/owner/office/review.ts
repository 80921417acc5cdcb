import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { parseDays } from "../../access/end-date.ts";
import { assign } from "../../payment/assign.ts";
import { plansAt } from "../../payment/catalog.ts";
import { ReviewError } from "../../payment/errors.ts";
import {
  assignTransfer,
  dismissTransfer,
  isTransferId,
  listUnmatched,
} from "../../payment/incoming/unmatched.ts";
import type { UnmatchedTransfer } from "../../payment/incoming/unmatched.ts";
import type { Plan } from "../../payment/plan.ts";
import { dismiss, listReview } from "../../payment/review.ts";
import type { ReviewCase, ReviewClaim } from "../../payment/review.ts";
import { unassign } from "../../payment/unassign.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import { listAssigned } from "../assigned.ts";
import { assignedList, reviewList } from "../lists.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { csvLink, minuteOf } from "./page.ts";

const SHOWN = 20;
const MAX_IN_FILE = 10_000;
const HERE = "/owner/review/";

/** What arrived and needs a decision, with everybody who says that it is theirs; and what was decided lately. */
export async function reviewPage(
  { store, plans, explorerUrl }: OfficeContext,
  { query, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  if (query.has("csv") && query.get("list") === "assigned") {
    return { list: assignedList(await listAssigned(store, MAX_IN_FILE)), name: "assigned" };
  }
  const [cases, unmatched] = [await listReview(store), await listUnmatched(store)];
  if (query.has("csv")) {
    return { list: reviewList(cases, unmatched), name: "review" };
  }
  const assigned = await listAssigned(store, SHOWN);
  const sold = await plansAt(store.db, plans, nowMs);
  const waiting = cases.length + unmatched.length;
  return {
    title: waiting === 0 ? "Nothing waits for you" : "Review",
    body: html`
      ${waiting === 0 ? "" : html`<p>${waiting} to decide · ${csvLink(HERE)}</p>`}
      ${cases.map((each) => caseCard(each, sold, explorerUrl))}
      ${unmatched.map((each) => unmatchedCard(each, sold, explorerUrl))}
      ${assigned.length === 0 ? "" : html`<h2>Credited by hand ${csvLink(HERE, { list: "assigned" })}</h2>`}
      ${assigned.map(
        ({ id, email, plan, amount, creditedAtMs }) =>
          html`<form class="act" method="post" action=${HERE}>
            <input type="hidden" name="id" value=${id} />
            <span
              >${minuteOf(creditedAtMs)}: ${formatUsdt(amount)} USDT to ${email ?? "(deleted)"},
              ${plan}</span
            >
            <button class="quiet" name="do" value="unassign">Take back</button>
          </form>`,
      )}
    `,
  };
}

/** Does what a form of the review asks for. */
export async function decide(
  { store, vault, plans }: OfficeContext,
  { field, nowMs }: OfficeRequest,
): Promise<Done> {
  const [to, id, force] = [HERE, field("id"), field("force") === "on"];
  switch (field("do")) {
    case "assign": {
      const days = field("days").trim();
      const term = days === "" ? { plan: field("plan") } : { days: parseDays(days) };
      if (isTransferId(id)) {
        const email = field("email").trim().toLowerCase() || null;
        const assignment = { transferId: id, email, term, force };
        await assignTransfer(store, vault, assignment, plans, nowMs);
      } else {
        await assign(store, vault, { claimId: id, term, force }, plans, nowMs);
      }
      return { to, done: "assigned" };
    }
    case "dismiss":
      await (isTransferId(id) ? dismissTransfer(store, id, nowMs) : dismiss(store, id, nowMs));
      return { to, done: "dismissed" };
    case "unassign":
      await unassign(store, id, nowMs);
      return { to, done: "unassigned" };
    default:
      throw new ReviewError("The form asks for nothing that can be done here.");
  }
}

/** What is on the chain of a transfer. */
function transferOf(
  {
    paid,
    from,
    to,
    paidAtMs,
    hash,
  }: Pick<ReviewCase, "paid" | "from" | "to" | "paidAtMs" | "hash">,
  explorerUrl: string,
): TemplateResult {
  return html`<p><strong>${formatUsdt(paid)} USDT</strong>, paid ${minuteOf(paidAtMs)}</p>
    <p class="soft mono">
      ${from} → ${to} · <a href=${explorerUrl + hash} rel="noreferrer">${hash.slice(0, 12)}…</a>
    </p>`;
}

function caseCard(each: ReviewCase, plans: readonly Plan[], explorerUrl: string): TemplateResult {
  const accounts = new Set(each.claims.map(({ email }) => email)).size;
  return html`<section class="card">
    ${transferOf(each, explorerUrl)}
    ${
      accounts > 1
        ? html`<p>
            ${accounts} accounts say that it is theirs. Everybody can read it on the chain: ask who
            can show that the sender is theirs.
          </p>`
        : ""
    }
    ${each.claims.map((claim) => claimPart(claim, each.paidAtMs, plans, accounts > 1))}
  </section>`;
}

function claimPart(
  claim: ReviewClaim,
  paidAtMs: number,
  plans: readonly Plan[],
  hasRivals: boolean,
): TemplateResult {
  const { id, email, asked, plan, days, invoiceAtMs, namedAtMs, state, reason } = claim;
  // Somebody who only saw the transfer on the chain must have ordered after it.
  const isAfter = invoiceAtMs > paidAtMs ? " (after it was paid)" : "";
  return html`<p>
      ${email ?? "(deleted)"} named it ${minuteOf(namedAtMs)}, for an invoice of
      ${formatUsdt(asked)} USDT for ${plan} (${days} days), made ${minuteOf(invoiceAtMs)}${isAfter}.
      ${state === "review" ? html`It waits because: ${words(reason)}.` : words(state)}
    </p>
    ${
      state === "review"
        ? html`<form class="act" method="post" action=${HERE}>
            <input type="hidden" name="id" value=${id} />
            ${termFields(plans, plan)} ${hasRivals ? forceBox() : ""} ${buttons()}
          </form>`
        : ""
    }`;
}

function unmatchedCard(
  each: UnmatchedTransfer,
  plans: readonly Plan[],
  explorerUrl: string,
): TemplateResult {
  const { id, reason, nearly } = each;
  return html`<section class="card">
    ${transferOf(each, explorerUrl)}
    <p>
      Nobody named it. It waits because: ${words(reason)}.
      ${
        nearly === null
          ? ""
          : `Its amount is that of an invoice of ${nearly.email ?? "(deleted)"} for ${nearly.plan}.`
      }
    </p>
    <form class="act" method="post" action=${HERE}>
      <input type="hidden" name="id" value=${id} />
      <label
        >Whose<input
          class="long"
          name="email"
          type="email"
          value=${nearly?.email ?? ""}
          placeholder="ann@operator.example"
      /></label>
      ${termFields(plans, nearly?.plan ?? null)} ${forceBox()} ${buttons()}
    </form>
  </section>`;
}

/** What it is to buy: a plan, or days. */
function termFields(plans: readonly Plan[], plan: string | null): TemplateResult {
  const names = new Set([...(plan === null ? [] : [plan]), ...plans.map(({ name }) => name)]);
  return html`<label
      >Buys<select name="plan">
        ${[...names].map((name) => html`<option>${name}</option>`)}
      </select></label
    >
    <label>or days<input class="short" name="days" inputmode="numeric" /></label>`;
}

function forceBox(): TemplateResult {
  return html`<label class="box"
    ><input type="checkbox" name="force" /> even if others claim it</label
  >`;
}

function buttons(): TemplateResult {
  return html`<button name="do" value="assign">Credit</button>
    <button class="second" name="do" value="dismiss" formnovalidate>Dismiss</button>`;
}

function words(text: string | null): string {
  return (text ?? "").replaceAll("_", " ");
}
