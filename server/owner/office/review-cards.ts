import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import type { Plan } from "../../payment/plan.ts";
import type { ReviewCase, ReviewClaim } from "../../payment/review.ts";
import { formatUsdt } from "../../payment/usdt.ts";
import { actForm } from "./form-parts.ts";
import { customerLink, minuteOf } from "./page-parts.ts";
import { REVIEW } from "./review-credit.ts";
import { TRY } from "./typed.ts";
import type { KeptForm, Typed } from "./typed.ts";

/* What waits for a decision, each payment on a card with the form that decides it. */

/** What the form of a payment that waits does. */
const FORM_ACTS = ["assign", "dismiss"];
/** What is typed into that form. */
export const TYPED_FIELDS = ["id", "email", "plan", "days", "force"];

/** What is on the chain of a transfer. */
export function transferOf(
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

export function caseCard(
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

export function unmatchedCard(
  each: ReviewCase,
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
