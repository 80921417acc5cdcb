import type { Transaction } from "kysely";
import { parseDays } from "../../access/end-date.ts";
import { assignWithin } from "../../payment/assign.ts";
import type { Credited } from "../../payment/credit.ts";
import { ReviewError } from "../../payment/errors.ts";
import type { Plan } from "../../payment/plan.ts";
import type { Trial } from "../../payment/trial.ts";
import { CENT, formatUsdt } from "../../payment/usdt.ts";
import type { Schema } from "../../store/tables.ts";
import type { OfficeContext, OfficeRequest } from "./context.ts";
import type { View } from "./page.ts";
import { questionView, termFacts } from "./question.ts";

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
  if (id.startsWith("trf_") && email === "") {
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
  return (within) => assignWithin(within, vault, { id, email, term, force }, plans, nowMs);
}

/** What crediting would do, and the button that does it. */
export function trialView(
  { id, email, plan, days, force }: CreditOrder,
  trial: Trial<Credited>,
  sold: readonly Plan[],
  nowMs: number,
): View {
  const { amount, balance, balanceAfter } = trial;
  const usdt = (micro: number) => `${formatUsdt(micro)} USDT`;
  const kept = balanceAfter - balance;
  return questionView({
    title: `Credit ${usdt(amount)}?`,
    facts: [
      ["Customer", trial.email ?? "(deleted)", "wide"],
      [
        "Plan",
        trial.plan === `${trial.days} days` ? trial.plan : `${trial.plan}, ${trial.days} days`,
        "wide",
      ],
      ...termFacts(trial, nowMs),
      ["Spent on it", usdt(amount - kept)],
      ["To the balance", kept === 0 ? "nothing" : usdt(kept)],
    ],
    caution: differenceWords(trial, sold),
    action: REVIEW,
    fields: { id, email, plan, days, force: force ? "on" : "", shown: String(trial.days) },
    act: "assign",
    yes: `Credit ${trial.plan} to ${trial.email}`,
    no: "Back, without crediting",
  });
}

/** How far what was paid is from what the plan costs now. */
function differenceWords({ plan, days, amount }: Credited, sold: readonly Plan[]): string {
  const price = sold.find((each) => each.name === plan && each.days === days)?.price;
  // An invoice lets off less than a cent, to tell its payment from others.
  if (price === undefined || Math.abs(price - amount) < CENT) {
    return "";
  }
  const difference = formatUsdt(Math.abs(price - amount));
  const words =
    amount > price
      ? "more was paid, and they are spent on it, too."
      : "are missing, and they are let off.";
  return `${plan} costs ${formatUsdt(price)} USDT now, so ${difference} USDT ${words}`;
}
