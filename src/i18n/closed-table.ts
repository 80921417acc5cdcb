import { langs } from "./langs.ts";
import type { Lang } from "./langs.ts";

/** What players read in place of a table that is not served; the reason beneath it is in server/http/refusal.ts. */
export interface ClosedTableWords {
  unavailable: string;
  /** For reasons that pass: the page retries by itself. */
  comesBack: string;
}

/** All languages at once, two lines each. */
export const closedTableWords = Object.fromEntries(
  await Promise.all(
    langs.map(async (lang) => {
      const file = (await import(`./${lang}/closed-table.ts`)) as { words: ClosedTableWords };
      return [lang, file.words];
    }),
  ),
) as Readonly<Record<Lang, ClosedTableWords>>;
