import { accountWords } from "../i18n/account.ts";
import type { AccountWords } from "../i18n/words.ts";
import { instantsIn } from "./instants.ts";
import type { Instants } from "./instants.ts";
import type { PageData, Shell } from "./page-data.ts";

/** The data, words and date formats of a page under /account/. */
export interface AccountPage<Name extends keyof PageData> extends Instants {
  readonly shell: Shell;
  readonly data: PageData[Name];
  readonly words: AccountWords;
}

/** Prepares a page from the data that the server passed to it. */
export function accountPage<Name extends keyof PageData>(
  _name: Name,
  { shell, data }: App.Locals["account"],
): AccountPage<Name> {
  const { lang, timeZone } = shell;
  return {
    shell,
    // The cast is safe because the server passes each page the data under its own name.
    data: data as PageData[Name],
    words: accountWords(lang),
    ...instantsIn(lang, timeZone),
  };
}
