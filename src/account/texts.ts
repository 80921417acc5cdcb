import type { AccountWords } from "../i18n/words.ts";
import type { LastPlan } from "./billing-data.ts";

/** What was asked for or paid, to the unit and with the share of the balance: the same on lists and receipts. */
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

/** The details of an entry of the audit log, as its owner reads them. */
export function auditDetail(
  detail: Readonly<Record<string, string>>,
  { plans }: Pick<AccountWords, "plans">,
): string {
  const texts = { plan: plans.nameOf, amount: (amount: string) => `${amount} USDT` };
  return Object.entries(detail)
    .map(([name, text]) => (name === "plan" || name === "amount" ? texts[name](text) : text))
    .join(" · ");
}

/** What renewing buys and costs, or that it buys another plan. */
export function renewal({ name, sold }: LastPlan, { plans }: AccountWords): string {
  return sold === null ? plans.retired(name) : plans.renews(sold.name, sold.price);
}
