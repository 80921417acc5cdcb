import { en } from "./en.ts";
import { ko } from "./ko.ts";
import type { Words } from "./words.ts";

const languages: readonly Words[] = [en, ko];

/** The languages a table speaks, as BCP 47 tags. */
export const langs: readonly string[] = languages.map((words) => words.lang);

/** The words of a language; a region is ignored (`ko-KR` is `ko`), an unknown one gets English. */
export function wordsOf(lang: string | null | undefined): Words {
  const wanted = lang?.toLowerCase() ?? "";
  return (
    languages.find((words) => wanted === words.lang || wanted.startsWith(`${words.lang}-`)) ?? en
  );
}
