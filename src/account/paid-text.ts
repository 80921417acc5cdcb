import type { AccountWords } from "../i18n/words.ts";

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
