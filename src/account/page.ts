import { accountWords } from "../i18n/account/index.ts";
import type { AccountWords } from "../i18n/account/words.ts";
import type { PageData, Shell } from "./page-data.ts";

/** What a page works with: its data, its words, and how instants are written in them. */
export interface PageKit<Name extends keyof PageData> {
  readonly shell: Shell;
  readonly data: PageData[Name];
  readonly words: AccountWords;
  /** A day. */
  date(ms: number): string;
  /** A day and the time, with the zone. */
  time(ms: number): string;
}

/** Reads what the server handed to the page of this name. */
export function pageKit<Name extends keyof PageData>(
  _name: Name,
  { shell, data }: App.Locals["account"],
): PageKit<Name> {
  const { lang, timeZone } = shell;
  const date = new Intl.DateTimeFormat(lang, { timeZone, dateStyle: "medium" });
  const time = new Intl.DateTimeFormat(lang, {
    timeZone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
  return {
    shell,
    // The server hands each page the data of its own name.
    data: data as PageData[Name],
    words: accountWords(lang),
    date: (ms) => date.format(ms),
    time: (ms) => time.format(ms),
  };
}
