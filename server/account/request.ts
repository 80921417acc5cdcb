import type { H3Event } from "h3";
import type { NoticeCode } from "../../src/account/notices.ts";
import type { PageData, Notice } from "../../src/account/page-data.ts";
import type { AccountLang } from "../../src/i18n/account.ts";
import type { Entropy } from "../../src/round/derive.ts";
import type { StoreChanges } from "../access/store-changes.ts";
import type { Vault } from "../access/vault.ts";
import type { Config } from "../config/config.ts";
import {
  foreignForm,
  formCutOff,
  formsPaused,
  formTooLong,
  notAForm,
  unreadableText,
} from "../http/refusal.ts";
import type { Log } from "../runtime/log.ts";
import { readText } from "../runtime/read-text.ts";
import type { Store } from "../store/store.ts";
import type { ManualCalls } from "../webhooks/calls.ts";
import type { Accounts } from "./auth/accounts.ts";
import type { Client } from "./auth/auth-call.ts";
import { BusyError } from "./auth/password-hashing.ts";
import type { SecondFactors } from "./auth/second-factors.ts";
import type { SignedIn } from "./auth/sessions.ts";
import type { SignedCookies } from "./cookies.ts";
import type { RateLimits } from "./rate-limits.ts";

export interface PortalContext {
  readonly store: Store;
  readonly vault: Vault;
  readonly accounts: Accounts;
  readonly limits: RateLimits;
  readonly signed: SignedCookies;
  readonly factors: SecondFactors;
  readonly terms: Config["portal"];
  /** How future outcomes are determined. */
  readonly entropy: Entropy;
  readonly isMailed: boolean;
  /** Whether cookies are sent over TLS only. */
  readonly secure: boolean;
  /** The public URL of the service; null if each request's own origin is used. */
  readonly baseUrl: string | null;
  /** Makes this process load a form's change at once. */
  readonly changes: Pick<StoreChanges, "check">;
  readonly manualCalls: () => Promise<ManualCalls>;
  /** Whether webhooks may go to private addresses. */
  readonly webhooksPrivate: boolean;
  readonly log: Log;
}

export interface PortalRequest extends PortalContext {
  readonly url: URL;
  /** The origin in the request's URL, such as https://games.example.com. */
  readonly origin: string;
  readonly client: Client;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly lang: AccountLang;
  readonly nowMs: number;
  /** The first value of a form field; empty when there is none. */
  field(name: string): string;
  readonly carried: Readonly<Record<string, string>>;
  /** The account of the session; undefined without one, and for an open form. */
  readonly who?: SignedIn | undefined;
}

export interface SignedInRequest extends PortalRequest {
  readonly who: SignedIn;
}

export type PortalResponse =
  | PageResponse
  | Redirect
  | { readonly csv: { readonly name: string; readonly rows: readonly (readonly string[])[] } }
  | { readonly missing: true };

/** A page. The response to a form may be a page and a notice, so that the form keeps its input. */
export interface PageResponse {
  readonly page: {
    readonly [Name in keyof PageData]: { readonly name: Name; readonly data: PageData[Name] };
  }[keyof PageData];
  readonly notice?: Notice;
  /** The page's own path, if the form was sent to another one. */
  readonly path?: string;
  /** Whole `set-cookie` headers. */
  readonly cookies?: readonly string[];
}

/** A redirect to another page, with a notice of the result. Nearly all forms end this way. */
export interface Redirect {
  readonly to: string;
  readonly notice?: Notice;
  /** Passed to the next page once, such as which key to show. */
  readonly carry?: Readonly<Record<string, string>>;
  /** Whole `set-cookie` headers. */
  readonly cookies?: readonly string[];
}

export type Handler<Request = SignedInRequest> = (request: Request) => Promise<PortalResponse>;

export function goTo(to: string, code?: NoticeCode, more: Omit<Redirect, "to"> = {}): Redirect {
  return code === undefined ? { to, ...more } : { to, notice: { code }, ...more };
}

/** Runs `work`; returns "busy" if too many passwords are being checked. */
export async function unlessBusy<T>(work: () => Promise<T>): Promise<T | "busy"> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BusyError) {
      return "busy";
    }
    throw error;
  }
}

/** Runs `work`; shows the form again with a notice if too many passwords are being checked. */
export async function noticeIfBusy(here: string, work: () => Promise<Redirect>): Promise<Redirect> {
  const result = await unlessBusy(work);
  return result === "busy" ? goTo(here, result) : result;
}

/**
 * Whether a form was sent by one of our own pages. Browsers report this in `Sec-Fetch-Site`; old browsers, and all
 * browsers over plain HTTP, send an `Origin` with every form instead. A request with neither header is rejected.
 */
function isOurForm(headers: Pick<Headers, "get">, origins: readonly string[]): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) {
    // `none`: the user sent it directly, as when a restarted browser sends a form again.
    return site === "same-origin" || site === "none";
  }
  const origin = headers.get("origin");
  return origin !== null && origins.includes(origin);
}

/**
 * The fields of a form from one of our own pages, while the time is known. Throws a refusal for any other request.
 *
 * @param origins our own, such as `https://games.example.com`.
 */
export async function readOwnForm(
  event: H3Event,
  origins: readonly string[],
  isTimeKnown: () => boolean,
): Promise<URLSearchParams> {
  if (!isOurForm(event.req.headers, origins)) {
    throw foreignForm();
  }
  // A client may send a form slowly, so the time is read only once the form is complete.
  const form = await readForm(event);
  if (!isTimeKnown()) {
    throw formsPaused();
  }
  return form;
}

/** Maximum size of a form, longer than our longest form, the list of fifty sites. */
const MAX_FORM_BYTES = 20_000;

/**
 * Characters that no field needs and that databases store differently: control characters other than tabs and line
 * breaks, lone surrogates, and the replacement character for bytes that were not UTF-8.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for.
const UNREADABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]|\p{Cs}/u;

/**
 * The fields of a form. Throws a refusal: 413 if it is too long, 415 for another content type, 400 if it was
 * cut off or is not text.
 */
async function readForm({ req }: H3Event): Promise<URLSearchParams> {
  const type = req.headers.get("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) {
    throw notAForm();
  }
  const body = await readText(req.body, MAX_FORM_BYTES).catch((error: unknown) => {
    // Any other error means that the client has disconnected.
    throw error instanceof RangeError ? formTooLong() : formCutOff();
  });
  return readFields(new URLSearchParams(body));
}

/**
 * Normalises the fields of a form or query to Unicode's NFKC, since many users type full-width digits and letters.
 * Throws a refusal with status 400 if a field is not text.
 */
export function readFields(fields: URLSearchParams): URLSearchParams {
  const read = new URLSearchParams();
  for (const [name, value] of fields) {
    if (UNREADABLE.test(name) || UNREADABLE.test(value)) {
      throw unreadableText();
    }
    read.append(name, value.normalize("NFKC"));
  }
  return read;
}
