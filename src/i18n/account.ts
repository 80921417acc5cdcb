import type { AccountWords } from "./account-words.ts";
import { accountEn } from "./en/account.ts";
import { accountKo } from "./ko/account.ts";

/** The words of the account's pages and mails; English for a language they do not speak. */
export function accountWords(lang: string): AccountWords {
  return lang === "ko" ? accountKo : accountEn;
}
