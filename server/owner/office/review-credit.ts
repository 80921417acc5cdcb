import { html } from "@lit-labs/ssr";
import type { Transaction } from "kysely";
import { parseDays } from "../../access/end-date.ts";
import { assignWithin } from "../../payment/assign.ts";
import type { Credited } from "../../payment/credit.ts";
import { ReviewError } from "../../payment/errors.ts";
import { assignTransferWithin, isTransferId } from "../../payment/incoming/unmatched.ts";
import type { Plan } from "../../payment/plan.ts";
import type { CreditTrial } from "../../payment/try-credit.ts";
import { CENT, formatUsdt } from "../../payment/usdt.ts";
import type { Schema } from "../../store/schema.ts";
import type { OfficeContext, OfficeRequest } from "./context.ts";
import { minuteOf } from "./page.ts";
import type { View } from "./page.ts";

/* Crediting a payment from the review: first it is shown what that does, then it is done. */

/** Where the review is, and its forms go. */
export const REVIEW = "/owner/review/";

/** What is to be credited, as the form says it. */
export interface CreditOrder {
  readonly id: string;
  readonly email: string;
  readonly plan: string;
  readonly days: string;
  readonly force: boolean;
}

/** @throws ReviewError when it does not say what to credit, and to whom. */
export function orderIn(field: OfficeRequest["field"]): CreditOrder {
  const [id, email] = [field("id"), field("email").trim().toLowerCase()];
  const [plan, days] = [field("plan"), field("days").trim()];
  if (isTransferId(id) && email === "") {
    throw new ReviewError("Nothing was credited: say whose payment it is.");
  }
  if ((plan === "") === (days === "")) {
    throw new ReviewError("Nothing was credited: choose a plan, or say how many days it buys.");
  }
  return { id, email, plan, days, force: field("force") === "on" };
}

/** Credits what an order says, within a transaction. */
export function creditWith(
  { vault, plans }: OfficeContext,
  { id, email, plan, days, force }: CreditOrder,
  nowMs: number,
): (transaction: Transaction<Schema>) => Promise<Credited> {
  const term = days === "" ? { plan } : { days: parseDays(days) };
  return isTransferId(id)
    ? (within) =>
        assignTransferWithin(within, vault, { transferId: id, email, term, force }, plans, nowMs)
    : (within) => assignWithin(within, vault, { claimId: id, term, force }, plans, nowMs);
}

/** What crediting would do, and the button that does it. */
export function trialView(
  { id, email, plan, days, force }: CreditOrder,
  trial: CreditTrial,
  sold: readonly Plan[],
  nowMs: number,
): View {
  const { amount, endedAtMs, balance, balanceAfter } = trial;
  const usdt = (micro: number) => `${formatUsdt(micro)} USDT`;
  const kept = balanceAfter - balance;
  const facts: readonly (readonly [string, string])[] = [
    ["Customer", trial.email],
    [
      "Plan",
      trial.plan === `${trial.days} days` ? trial.plan : `${trial.plan}, ${trial.days} days`,
    ],
    [
      "Runs now",
      endedAtMs === null
        ? "not yet"
        : `${endedAtMs > nowMs ? "until" : "ended"} ${minuteOf(endedAtMs)}`,
    ],
    ["Runs then", `until ${minuteOf(trial.endsAtMs)}`],
    ["Spent on it", usdt(amount - kept)],
    ["To the balance", kept === 0 ? "nothing" : usdt(kept)],
  ];
  return {
    title: `Credit ${usdt(amount)}?`,
    body: html`
      <p>Nothing has been done yet. This is what it will do:</p>
      <section class="card">
        <dl class="facts">
          ${facts.map(
            ([name, value]) =>
              html`<div class=${name === "Customer" ? "wide" : ""}>
                <dt>${name}</dt>
                <dd>${value}</dd>
              </div>`,
          )}
        </dl>
      </section>
      ${differenceWords(trial, sold)}
      <form class="act" method="post" action=${REVIEW}>
        <input type="hidden" name="id" value=${id} />
        <input type="hidden" name="email" value=${email} />
        <input type="hidden" name="plan" value=${plan} />
        <input type="hidden" name="days" value=${days} />
        <input type="hidden" name="force" value=${force ? "on" : ""} />
        <input type="hidden" name="shown" value=${String(trial.days)} />
        <button name="do" value="assign">Credit ${trial.plan} to ${trial.email}</button>
        <a href=${REVIEW}>Back, without crediting</a>
      </form>
    `,
  };
}

/** How far what was paid is from what the plan costs now. */
function differenceWords({ plan, days, amount }: CreditTrial, sold: readonly Plan[]) {
  const price = sold.find((each) => each.name === plan && each.days === days)?.price;
  // An invoice lets off less than a cent, to tell its payment from others.
  if (price === undefined || Math.abs(price - amount) < CENT) {
    return "";
  }
  const difference = formatUsdt(Math.abs(price - amount));
  return html`<p class="notice bad">
    ${plan} costs ${formatUsdt(price)} USDT now, so ${difference} USDT
    ${amount > price ? "more was paid, and they are spent on it, too." : "are missing, and they are let off."}
  </p>`;
}
