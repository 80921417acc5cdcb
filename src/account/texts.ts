import type { AccountWords } from "../i18n/words.ts";
import type { NoticeCode } from "./notices.ts";
import type { Notice, Shell } from "./page-data.ts";

/** Notices about an emailed link. Without a mail server, the owner of the service has the link. */
const LINK_NOTICES: readonly NoticeCode[] = ["reset_sent", "address_asked", "address_agreed"];

export function noticeText(
  { code, text }: Notice,
  { isMailed, contact }: Pick<Shell, "isMailed" | "contact">,
  words: AccountWords,
): string {
  return isMailed || !LINK_NOTICES.includes(code)
    ? [text, words.notices[code]].filter(Boolean).join(" ")
    : words.unmailed(contact);
}

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
