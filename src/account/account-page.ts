import { accountWords } from "../i18n/account.ts";
import type { PageData } from "./page-data.ts";

/** The data and words of a page under /account/, from the data that the server passed. */
export function accountPage<Name extends keyof PageData>(
  _name: Name,
  { shell, data }: App.Locals["account"],
) {
  return {
    shell,
    // The cast is safe because the server passes each page the data under its own name.
    data: data as PageData[Name],
    words: accountWords(shell.lang),
  };
}
