import type { AccountWords } from "./account-words.ts";
import { accountEn } from "./en/account.ts";
import { accountKo } from "./ko/account.ts";

/** The words of the account pages and mails; English for a language that has none. */
export function accountWords(lang: string): AccountWords {
  return lang === "ko" ? accountKo : accountEn;
}
