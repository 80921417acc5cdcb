import type { AccountWords } from "../i18n/words.ts";
import type { LastPlan } from "./billing-data.ts";

/** The requested or paid amount with the parts from and to the balance, for lists and receipts. */
export function paidText(
  amount: string | null,
  { fromBalance, toBalance = null }: { fromBalance: string | null; toBalance?: string | null },
  { invoice: { receipt } }: AccountWords,
): string {
  if (amount === null) {
    return receipt.allFromBalance(fromBalance ?? "0.00");
  }
  const parts = [
    `${amount} USDT`,
    fromBalance === null ? "" : ` ${receipt.fromBalance(fromBalance)}`,
    toBalance === null ? "" : `, ${receipt.toBalance(toBalance)}`,
  ];
  return parts.join("");
}

export function auditDetail(
  detail: Readonly<Record<string, string>>,
  { plans }: Pick<AccountWords, "plans">,
): string {
  const texts = { plan: plans.nameOf, amount: (amount: string) => `${amount} USDT` };
  return Object.entries(detail)
    .map(([name, text]) => (name === "plan" || name === "amount" ? texts[name](text) : text))
    .join(" · ");
}

/** The plan and price of a renewal, or a note that this plan is no longer sold. */
export function renewal({ name, price }: LastPlan, { plans }: AccountWords): string {
  return price === null ? plans.retired(name) : plans.renews(name, price);
}
