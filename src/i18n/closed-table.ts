import { langs } from "./langs.ts";
import type { Lang } from "./langs.ts";
import type { ClosedTableWords } from "./words.ts";

/** All languages at once, two lines each. */
export const closedTableWords = Object.fromEntries(
  await Promise.all(
    langs.map(async (lang) => {
      const file = (await import(`./${lang}/closed-table.ts`)) as { words: ClosedTableWords };
      return [lang, file.words];
    }),
  ),
) as Readonly<Record<Lang, ClosedTableWords>>;
