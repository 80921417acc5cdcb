import { accountWords } from "../i18n/account.ts";
import type { AccountWords } from "../i18n/words.ts";
import { instantsIn } from "./instants.ts";
import type { Instants } from "./instants.ts";
import type { PageData, Shell } from "./page-data.ts";

/** What a page works with: its data, its words and its date formats. */
export interface PageKit<Name extends keyof PageData> extends Instants {
  readonly shell: Shell;
  readonly data: PageData[Name];
  readonly words: AccountWords;
}

/** The kit of a page, made from the data that the server passed to it. */
export function pageKit<Name extends keyof PageData>(
  _name: Name,
  { shell, data }: App.Locals["account"],
): PageKit<Name> {
  const { lang, timeZone } = shell;
  return {
    shell,
    // The server passes each page the data under its own name.
    data: data as PageData[Name],
    words: accountWords(lang),
    ...instantsIn(lang, timeZone),
  };
}
