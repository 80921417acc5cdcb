import { accountEn } from "./en.ts";
import { accountKo } from "./ko.ts";
import type { AccountWords } from "./words.ts";

/** The words of the account's pages and mails; English for a language they do not speak. */
export function accountWords(lang: string): AccountWords {
  return lang === "ko" ? accountKo : accountEn;
}
