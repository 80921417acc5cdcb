import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { plansAt } from "../../payment/catalog.ts";
import { ReviewError } from "../../payment/errors.ts";
import { dismissTransfer, isTransferId, listUnmatched } from "../../payment/incoming/unmatched.ts";
import type { UnmatchedTransfer } from "../../payment/incoming/unmatched.ts";
import type { Plan } from "../../payment/plan.ts";
import { dismiss, listReview, unknownCase } from "../../payment/review.ts";
import type { ReviewCase, ReviewClaim } from "../../payment/review.ts";
import { tryOut } from "../../payment/trial.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import { serialized } from "../../store/serialized.ts";
import { listAssigned } from "../assigned.ts";
import { knownSenders } from "../known-senders.ts";
import { assignedList, reviewList } from "../money-lists.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { actForm } from "./form-parts.ts";
import { csvLink, customerLink, minuteOf } from "./page-parts.ts";
import type { View } from "./page.ts";
import { answerForm } from "./question.ts";
import { creditWith, orderIn, REVIEW, trialView } from "./review-credit.ts";
import { takeBack, takeBackView } from "./review-take-back.ts";
import { TRY } from "./typed.ts";
import type { KeptForm, Typed } from "./typed.ts";

const SHOWN = 20;
const MAX_IN_FILE = 10_000;
/** Payments that are compared with those of before, the oldest first: a query names so many at most. */
const MAX_SENDERS = 500;
/** What the form of a payment that waits does. */
const FORM_ACTS = ["assign", "dismiss"];
/** What is typed into that form. */
const TYPED_FIELDS = ["id", "email", "plan", "days", "force"];

/** What arrived and needs a decision, with everybody who says that it is theirs; and what was decided lately. */
export async function reviewPage(
  { store, plans, explorerUrl }: OfficeContext,
  { query, typed, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  if (query.has("csv") && query.get("list") === "assigned") {
    return { list: assignedList(await listAssigned(store, MAX_IN_FILE)), name: "assigned" };
  }
  const [cases, unmatched] = [await listReview(store), await listUnmatched(store)];
  if (query.has("csv")) {
    return { list: reviewList(cases, unmatched), name: "review" };
  }
  const assigned = await listAssigned(store, SHOWN);
  const senders = await knownSenders(
    store,
    unmatched.slice(0, MAX_SENDERS).map(({ from }) => from),
  );
  const sold = await plansAt(store.db, plans, nowMs);
  const waiting = cases.length + unmatched.length;
  return {
    title: waiting === 0 ? "Nothing waits for you" : "Review",
    body: html`
      ${waiting === 0 ? "" : html`<p>${waiting} to decide · ${csvLink(REVIEW)}</p>`}
      ${cases.map((each) => caseCard(each, sold, explorerUrl, typed))}
      ${unmatched.map((each) =>
        unmatchedCard(each, senders.get(each.from) ?? [], sold, explorerUrl, typed),
      )}
      ${assigned.length === 0 ? "" : html`<h2>Credited by hand ${csvLink(REVIEW, { list: "assigned" })}</h2>`}
      ${assigned.map(
        ({ id, email, plan, amount, creditedAtMs }) =>
          html`<form class="act" method="post" action=${REVIEW}>
            <input type="hidden" name="id" value=${id} />
            <span
              >${minuteOf(creditedAtMs)}: ${formatUsdt(amount)} USDT to ${email ?? "(deleted)"},
              ${plan}</span
            >
            <button class="quiet" name="do" value=${`${TRY}unassign`}>Take back…</button>
          </form>`,
      )}
    `,
  };
}

/** Does what a form of the review asks for, each in two steps: what it does is shown first. */
export async function decide(
  context: OfficeContext,
  { field, nowMs }: OfficeRequest,
): Promise<Done | View> {
  const { store, plans } = context;
  const [to, id] = [REVIEW, field("id")];
  switch (field("do")) {
    case `${TRY}assign`: {
      const order = orderIn(field);
      const sold = await plansAt(store.db, plans, nowMs);
      const trial = await tryOut(store, creditWith(context, order, nowMs));
      return trialView(order, trial, sold, nowMs);
    }
    case "assign": {
      const work = creditWith(context, orderIn(field), nowMs);
      await serialized(store, async (transaction) => {
        const { days } = await work(transaction);
        if (String(days) !== field("shown")) {
          throw new ReviewError("Nothing was credited: what it buys is not what the page showed.");
        }
      });
      return { to, done: "assigned" };
    }
    case `${TRY}dismiss`:
      return dismissView(context, field);
    case "dismiss":
      await (isTransferId(id) ? dismissTransfer(store, id, nowMs) : dismiss(store, id, nowMs));
      return { to, done: "dismissed" };
    case `${TRY}unassign`:
      return takeBackView(store, id, nowMs);
    case "unassign":
      await takeBack(store, id, field("shown"), nowMs);
      return { to, done: "unassigned" };
    default:
      throw new ReviewError("The form asks for nothing that can be done here.");
  }
}

/** What dismissing a payment does, which nobody can undo, and the button that does it. */
async function dismissView(
  { store, explorerUrl }: OfficeContext,
  field: OfficeRequest["field"],
): Promise<View> {
  const id = field("id");
  const found = isTransferId(id)
    ? (await listUnmatched(store)).find((each) => each.id === id)
    : (await listReview(store)).find(({ claims }) =>
        claims.some((claim) => claim.id === id && claim.state === "review"),
      );
  if (found === undefined) {
    throw unknownCase(id);
  }
  return {
    title: `Dismiss ${formatUsdt(found.paid)} USDT?`,
    body: html`
      <p>
        Nothing has been done yet. It will leave this list for good, and nothing is credited or paid
        back by it: whoever sent it gets nothing unless you send it back yourself.
      </p>
      <section class="card">${transferOf(found, explorerUrl)}</section>
      ${answerForm({
        action: REVIEW,
        // Whoever goes back finds what they had typed into the form.
        fields: Object.fromEntries(TYPED_FIELDS.map((name) => [name, field(name)])),
        act: "dismiss",
        yes: "Dismiss it",
        no: "Back, without dismissing",
      })}
    `,
  };
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

function caseCard(
  each: ReviewCase,
  plans: readonly Plan[],
  explorerUrl: string,
  typed: Typed,
): TemplateResult {
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
    ${each.claims.map((claim) => claimPart(claim, each.paidAtMs, plans, accounts > 1, typed))}
  </section>`;
}

function claimPart(
  claim: ReviewClaim,
  paidAtMs: number,
  plans: readonly Plan[],
  hasRivals: boolean,
  typed: Typed,
): TemplateResult {
  const { id, email, asked, plan, days, invoiceAtMs, namedAtMs, state, reason } = claim;
  const kept = typed.into(FORM_ACTS, { id });
  // Somebody who only saw the transfer on the chain must have ordered after it.
  const isAfter = invoiceAtMs > paidAtMs ? " (after it was paid)" : "";
  return html`<p>
      ${email ?? "(deleted)"} named it ${minuteOf(namedAtMs)}, for an invoice of
      ${formatUsdt(asked)} USDT for ${plan} (${days} days), made ${minuteOf(invoiceAtMs)}${isAfter}.
      ${state === "review" ? `It waits because ${causeOf(reason)}.` : words(state)}
    </p>
    ${
      state === "review"
        ? actForm(
            kept,
            REVIEW,
            html`<input type="hidden" name="id" value=${id} /> ${termFields(plans, plan, kept)}
              ${
                // A rival may claim another transfer of the same transaction, which the refusal says.
                hasRivals || kept.isHere ? forceBox(kept) : ""
              }
              ${buttons()}`,
          )
        : ""
    }`;
}

function unmatchedCard(
  each: UnmatchedTransfer,
  knownAs: readonly string[],
  plans: readonly Plan[],
  explorerUrl: string,
  typed: Typed,
): TemplateResult {
  const { id, reason, nearly } = each;
  const kept = typed.into(FORM_ACTS, { id });
  return html`<section class="card">
    ${transferOf(each, explorerUrl)}
    <p>
      Nobody named it. It waits because ${causeOf(reason)}.
      ${
        nearly === null
          ? ""
          : `Its amount is that of an invoice of ${nearly.email ?? "(deleted)"} for ${nearly.plan}.`
      }
      ${sameSender(knownAs)}
    </p>
    ${actForm(
      kept,
      REVIEW,
      html`<input type="hidden" name="id" value=${id} />
        <label
          >Whose<input
            class="long"
            name="email"
            type="email"
            required
            placeholder="ann@operator.example"
            value=${kept.value("email")}
        /></label>
        ${termFields(plans, nearly?.plan ?? null, kept)} ${forceBox(kept)} ${buttons()}`,
    )}
  </section>`;
}

/** A hint and no proof: exchanges send for many from one address. */
function sameSender([first, ...others]: readonly string[]): TemplateResult | string {
  if (first === undefined) {
    return "";
  }
  return others.length > 0
    ? `Its sender has paid for ${others.length + 1} accounts before, as an exchange does.`
    : html`Same sender as a payment of ${customerLink(first)}.`;
}

/** What it is to buy: a plan, or days. Nothing is chosen beforehand, since it gives money away. */
function termFields(
  plans: readonly Plan[],
  plan: string | null,
  { value }: KeptForm,
): TemplateResult {
  const chosen = value("plan");
  const sold = plans.map(({ name }) => name);
  // What was ordered can be given even if it is not sold any more.
  const retired = plan === null || sold.includes(plan) ? [] : [plan];
  return html`<label
      >Buys<select name="plan">
        <option value="">Choose…</option>
        ${sold.map((name) => html`<option ?selected=${name === chosen}>${name}</option>`)}
        ${retired.map((name) => html`<option value=${name} ?selected=${name === chosen}>${name}, not sold any more</option>`)}
      </select></label
    >
    <label
      >or days<input class="short" name="days" inputmode="numeric" value=${value("days")}
    /></label>`;
}

function forceBox({ value }: KeptForm): TemplateResult {
  return html`<label class="box"
    ><input type="checkbox" name="force" ?checked=${value("force") === "on"} /> even if others claim
    it</label
  >`;
}

function buttons(): TemplateResult {
  return html`<button name="do" value=${`${TRY}assign`}>Credit…</button>
    <button class="second" name="do" value=${`${TRY}dismiss`} formnovalidate>Dismiss…</button>`;
}

/** Why a payment waits, as a sentence goes on after "because". */
const CAUSES: Readonly<Record<string, string>> = {
  amount_mismatch: "it is not what the invoice asks for",
  no_invoice: "it is not what any invoice asks for",
  too_old: "it was paid before the invoice was made",
  invoice_expired: "it came after the invoice had run out",
  account_deleted: "the account was deleted",
  unassigned: "what it was credited for was taken back",
};

function causeOf(reason: string | null): string {
  return CAUSES[reason ?? ""] ?? `of this: ${words(reason)}`;
}

function words(text: string | null): string {
  return (text ?? "").replaceAll("_", " ");
}
