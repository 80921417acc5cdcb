import { accountEn } from "./en/account.ts";
import { accountKo } from "./ko/account.ts";
import type { AccountWords } from "./words.ts";

/** The words of the account pages and mails; English for a language that has none. */
export function accountWords(lang: string): AccountWords {
  return lang === "ko" ? accountKo : accountEn;
}
