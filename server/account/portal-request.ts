import type { H3Event } from "h3";
import type { NoticeCode } from "../../src/account/notices.ts";
import type { PageData, Notice } from "../../src/account/page-data.ts";
import { pickLang } from "../../src/i18n/langs.ts";
import type { Client } from "./auth/accounts.ts";
import { BusyError } from "./auth/password-hashing.ts";
import type { SignedIn } from "./auth/sessions.ts";

/** One request of somebody's browser for a page of the account, or a form of it. */
export interface Visit {
  readonly url: URL;
  /** Where the request reached us, such as https://games.example.com. */
  readonly origin: string;
  readonly client: Client;
  readonly lang: "en" | "ko";
  readonly nowMs: number;
  /** Fields of the form that was sent; of one that was sent twice, the first. */
  field(name: string): string;
}

/** A visit of somebody who is signed in. */
export interface OwnVisit extends Visit {
  readonly who: SignedIn;
}

/** What a visit is answered with. */
export type Answer =
  | PageAnswer
  | Redirect
  | { readonly json: unknown }
  | { readonly file: { readonly name: string; readonly type: string; readonly text: string } }
  | { readonly table: { readonly slug: string } }
  | { readonly missing: true };

/** A page, with a word on top of it where a form is answered so: what was typed stays in it. */
export interface PageAnswer {
  readonly page: { readonly [Name in keyof PageData]: PageOf<Name> }[keyof PageData];
  readonly notice?: Notice;
  /** The page's own address, where it answers at another. */
  readonly path?: string;
}

interface PageOf<Name extends keyof PageData> {
  readonly name: Name;
  readonly data: PageData[Name];
}

/** Another page follows, with a word on what was done. Forms are answered so, nearly all of them. */
export interface Redirect {
  readonly to: string;
  readonly notice?: Notice;
  /** What the next page is told besides, once, such as which key to show. */
  readonly carry?: Readonly<Record<string, string>>;
  /** Whole `set-cookie` headers. */
  readonly cookies?: readonly string[];
}

/** The answer to a form: on to a page, with a word. */
export function goTo(to: string, code?: NoticeCode, more: Omit<Redirect, "to"> = {}): Redirect {
  return code === undefined ? { to, ...more } : { to, notice: { code }, ...more };
}

/** Where too many passwords are being checked already, the form is shown again, with a word. */
export async function unlessBusy(here: string, work: () => Promise<Redirect>): Promise<Redirect> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BusyError) {
      return goTo(here, "busy");
    }
    throw error;
  }
}

/** The language of the pages: the one that was chosen, else the browser's, else English. */
export function portalLang(chosen: string | undefined, accepted: readonly string[]): "en" | "ko" {
  const wishes = chosen === undefined ? accepted : [chosen];
  return pickLang(wishes.filter((tag) => /^(en|ko)\b/i.test(tag))) === "ko" ? "ko" : "en";
}

/** Where a request came from, cut down to what is kept of it. */
export function clientOf(event: H3Event, address: string): Client {
  return {
    cookie: event.req.headers.get("cookie") ?? "",
    address,
    userAgent: event.req.headers.get("user-agent") ?? "",
  };
}
