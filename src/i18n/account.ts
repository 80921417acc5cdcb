import { accountEn } from "./en/account.ts";
import { accountKo } from "./ko/account.ts";
import type { AccountWords } from "./words.ts";

/** The words of the account pages and mails; English for other languages. */
export function accountWords(lang: string): AccountWords {
  return lang === "ko" ? accountKo : accountEn;
}
