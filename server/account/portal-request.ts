import type { H3Event } from "h3";
import type { NoticeCode } from "../../src/account/notices.ts";
import type { PageData, Notice } from "../../src/account/page-data.ts";
import { pickLang } from "../../src/i18n/langs.ts";
import type { Client } from "./auth/client.ts";
import type { SignedIn } from "./auth/sessions.ts";
import { BusyError } from "./errors.ts";

/** A request for a page under /account/, or a form sent to one. */
export interface PortalRequest {
  readonly url: URL;
  /** The origin that the request was sent to, such as https://games.example.com. */
  readonly origin: string;
  readonly client: Client;
  /** Cookies by name. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly lang: "en" | "ko";
  readonly nowMs: number;
  /** The first value of a form field; empty when there is none. */
  field(name: string): string;
}

/** A request from somebody who is signed in. */
export interface SignedInRequest extends PortalRequest {
  readonly who: SignedIn;
}

/** How a request is answered. */
export type PortalAnswer =
  | PageAnswer
  | Redirect
  | { readonly json: unknown; readonly cookies?: readonly string[] }
  | { readonly file: { readonly name: string; readonly type: string; readonly text: string } }
  | { readonly table: { readonly slug: string } }
  | { readonly missing: true };

/** A page. A form may be answered with one and a notice, so that what was typed stays in the form. */
export interface PageAnswer {
  readonly page: { readonly [Name in keyof PageData]: PageOf<Name> }[keyof PageData];
  readonly notice?: Notice;
  /** The page's own path, when the form was sent to another one. */
  readonly path?: string;
  /** Whole `set-cookie` headers. */
  readonly cookies?: readonly string[];
}

interface PageOf<Name extends keyof PageData> {
  readonly name: Name;
  readonly data: PageData[Name];
}

/** A redirect to another page, with a notice of what was done. Nearly all forms are answered this way. */
export interface Redirect {
  readonly to: string;
  readonly notice?: Notice;
  /** Passed to the next page once, such as which key to show. */
  readonly carry?: Readonly<Record<string, string>>;
  /** Whole `set-cookie` headers. */
  readonly cookies?: readonly string[];
}

/** Redirects to a page, with a notice. */
export function goTo(to: string, code?: NoticeCode, more: Omit<Redirect, "to"> = {}): Redirect {
  return code === undefined ? { to, ...more } : { to, notice: { code }, ...more };
}

/** Does `work`; if too many passwords are being checked, shows the form again with a notice. */
export async function orBusyNotice(here: string, work: () => Promise<Redirect>): Promise<Redirect> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BusyError) {
      return goTo(here, "busy");
    }
    throw error;
  }
}

/** The language of the pages: the chosen one, else the browser's, else English. */
export function portalLang(chosen: string | undefined, accepted: readonly string[]): "en" | "ko" {
  const preferences = chosen === undefined ? accepted : [chosen];
  return pickLang(preferences.filter((tag) => /^(en|ko)\b/i.test(tag))) === "ko" ? "ko" : "en";
}

/** The parts of a request that sessions store. */
export function clientOf(event: H3Event, address: string): Client {
  return {
    cookie: event.req.headers.get("cookie") ?? "",
    address,
    userAgent: event.req.headers.get("user-agent") ?? "",
  };
}
