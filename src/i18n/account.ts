import { accountEn } from "./en/account.ts";
import { accountKo } from "./ko/account.ts";
import { pickLang } from "./langs.ts";
import type { Lang } from "./langs.ts";
import type { AccountWords } from "./words.ts";

/** The words of the account pages and emails, in each of their languages. */
const words = { en: accountEn, ko: accountKo } satisfies Partial<Record<Lang, AccountWords>>;
export type AccountLang = keyof typeof words;
/** The languages of the account pages and emails. */
export const accountLangs = Object.keys(words) as readonly AccountLang[];

/** The first of the preferred languages, BCP 47 tags, that the account pages have; otherwise English. */
export function pickAccountLang(preferences: readonly string[]): AccountLang {
  for (const preference of preferences) {
    const wanted = pickLang([preference]);
    const found = accountLangs.find((lang) => lang === wanted);
    if (found !== undefined) {
      return found;
    }
  }
  return "en";
}

/** The words of the account pages and emails; English for other languages. */
export function accountWords(lang: string): AccountWords {
  return words[pickAccountLang([lang])];
}
