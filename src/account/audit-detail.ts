import type { AccountWords } from "../i18n/words.ts";

/** The details of an entry of the audit log, as its owner reads them. */
export function auditDetail(
  detail: Readonly<Record<string, string>>,
  { plans }: Pick<AccountWords, "plans">,
): string {
  return Object.entries(detail)
    .map(([name, text]) => {
      switch (name) {
        case "plan":
          return plans.nameOf(text);
        case "amount":
          return `${text} USDT`;
        default:
          return text;
      }
    })
    .join(" · ");
}
