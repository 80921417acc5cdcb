import type { H3Event } from "h3";
import Negotiator from "negotiator";
import type { PortalPage, Shell } from "../../src/account/page-data.ts";
import type { Game } from "../../src/games/contract.ts";
import { findGame } from "../../src/games/index.ts";
import { paletteStyle } from "../../src/look/palette-style.ts";
import { inlineHash } from "../http/content-security.ts";
import { HEADERS } from "../http/headers.ts";
import type { HeaderFields } from "../http/headers.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { foreignForm, formUndated, methodNotAllowed, notFound } from "../http/refusal.ts";
import type { DrawPage } from "../pages/built-pages.ts";
import { SignedOutError } from "./auth/sessions.ts";
import { cookieOf, FLASH, flashCookie, LANG, lasting } from "./cookies.ts";
import { isOurForm } from "./csrf.ts";
import { shownEmail } from "./email-address.ts";
import type { FlashBox } from "./flash.ts";
import { readForm, requireText } from "./form-body.ts";
import type { Desk } from "./portal-context.ts";
import { clientOf, portalLang } from "./portal-request.ts";
import type { Answer, OwnVisit, Redirect } from "./portal-request.ts";
import { PLACES } from "./portal-routes.ts";
import type { Place } from "./portal-routes.ts";

/** The pages and forms under /account/. */
export interface Portal {
  /** Answers a request for one of them. */
  answer(event: H3Event): Promise<unknown>;
}

/** What the portal is put together from. */
export interface PortalOptions {
  readonly desk: Desk;
  readonly flashes: FlashBox;
  readonly draw: DrawPage;
  /** Answers with a table that only our own pages may frame. */
  readonly table: (event: H3Event, game: Game) => Promise<unknown>;
  /** The address of who asks. */
  readonly addressOf: (event: H3Event) => string;
  /** Where the request says that it reached us. */
  readonly originOf: (event: H3Event) => string;
  readonly timeZone: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** Whether that may be relied on now. */
  readonly isTimeKnown: () => boolean;
}

const TABLE = /^\/account\/table\/([^/]+)\/$/;
const SIGN_IN = "/account/sign-in/";
const DASHBOARD = "/account/";

/**
 * Answers by the table of pages: finds the place, turns away forms of other sites and those who would
 * have to be signed in, and makes a page, a redirect or a file of what the place gives.
 */
export function createPortal(options: PortalOptions): Portal {
  const { desk, flashes, draw, now } = options;

  async function answer(event: H3Event): Promise<unknown> {
    const { pathname, search, searchParams } = event.url;
    requireText(searchParams);
    const slug = TABLE.exec(pathname)?.[1];
    const place = slug === undefined ? PLACES[pathname] : TABLES;
    if (place === undefined) {
      if (Object.hasOwn(PLACES, `${pathname}/`)) {
        return onward({ to: `${pathname}/${search}` }, 308);
      }
      throw notFound();
    }
    const chosen = searchParams.get("lang");
    if (chosen !== null && event.req.method === "GET" && slug === undefined) {
      return chooseLanguage(event, chosen);
    }
    const method = event.req.method === "HEAD" ? "GET" : event.req.method;
    const serve = method === "GET" ? place.get : method === "POST" ? place.post : undefined;
    if (serve === undefined) {
      throw methodNotAllowed(
        [place.get && "GET, HEAD", place.post && "POST"].filter(Boolean).join(", "),
      );
    }
    if (method === "POST" && !isOurForm(event.req.headers, ownOrigins(event))) {
      throw foreignForm();
    }
    return visitPlace(event, place, serve);
  }

  async function visitPlace(
    event: H3Event,
    place: Place,
    serve: NonNullable<Place["get"] | Place["post"]>,
  ): Promise<unknown> {
    // Whoever sends a form may hold it open for as long as the connection lives, so nothing is asked
    // or noted before it is there: neither who sends it nor the time.
    const form = event.req.method === "POST" ? await readForm(event) : new URLSearchParams();
    if (event.req.method === "POST" && !options.isTimeKnown()) {
      throw formUndated();
    }
    const nowMs = now();
    const client = clientOf(event, options.addressOf(event));
    // The forms of strangers ask nobody who they are: those who try passwords send a great many.
    const isStrangers = !place.own && event.req.method === "POST";
    const { who, cookies } = isStrangers
      ? { who: undefined, cookies: [] }
      : await desk.accounts.whoIs(client);
    if (place.own && who === undefined) {
      return onward({ to: SIGN_IN });
    }
    const lang = langOf(event, client.cookie);
    // Of those who are signed in, whatever is written down counts, and so does a language of mails.
    const isNewLang = who !== undefined && who.lang !== lang && hasChosenLang(client.cookie);
    const writes = isNewLang || event.req.method === "POST";
    const mayWrite = who === undefined || !writes || desk.guard.mayAct(who.accountId);
    if (!mayWrite && event.req.method === "POST") {
      return onward({ to: DASHBOARD, notice: { code: "slow_down" } });
    }
    if (isNewLang && mayWrite) {
      await desk.accounts.speak(who.accountId, lang);
    }
    const flash = flashes.unpack(cookieOf(client.cookie, FLASH) ?? "", nowMs);
    const visit = {
      url: event.url,
      origin: options.originOf(event),
      client,
      lang,
      nowMs,
      field: (name: string) => form.get(name) ?? "",
      who,
    };
    // What is open to all does not look at `who`, and what is not was turned away above.
    const given = await served(() => serve(desk, visit as OwnVisit, flash.carry ?? {}));
    const shell: Shell = {
      lang: visit.lang,
      email: who === undefined ? null : shownEmail(who.email),
      notice: flash.notice ?? null,
      nowMs,
      timeZone: options.timeZone,
    };
    return give(event, given, shell, cookies);
  }

  /** Who is signed out while a form is being answered has to sign in, and nothing was done. */
  async function served(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SignedOutError) {
        return { to: SIGN_IN };
      }
      throw error;
    }
  }

  function give(
    event: H3Event,
    given: Answer,
    shell: Shell,
    cookies: readonly string[],
  ): Promise<unknown> | Response {
    if ("to" in given) {
      return onward({ ...given, cookies: [...cookies, ...(given.cookies ?? [])] });
    }
    if ("missing" in given) {
      throw notFound();
    }
    if ("json" in given) {
      const headers = withCookies(HEADERS.accountJson, cookies);
      return new Response(JSON.stringify(given.json), { headers });
    }
    if ("file" in given) {
      const headers = withCookies(HEADERS.accountFile, cookies);
      headers.set("content-type", given.file.type);
      headers.set("content-disposition", `attachment; filename="${given.file.name}"`);
      return new Response(given.file.text, { headers });
    }
    if ("table" in given) {
      const game = findGame(given.table.slug);
      if (game === undefined) {
        throw notFound();
      }
      return options.table(event, game);
    }
    const headers = withCookies(PAGE_HEADERS, cookies);
    const notice = given.notice ?? shell.notice;
    if (shell.notice !== null || cookieOf(event.req.headers.get("cookie") ?? "", FLASH)) {
      headers.append("set-cookie", flashCookie("", desk.secure));
    }
    const account: PortalPage = { shell: { ...shell, notice }, data: given.page.data };
    return draw(event, headers, { account }, given.path);
  }

  function onward({ to, notice, carry, cookies = [] }: Redirect, status = 303): Response {
    const headers = withCookies({ location: to, ...HEADERS.redirect }, cookies);
    if (notice !== undefined || carry !== undefined) {
      const flash = { ...(notice && { notice }), ...(carry && { carry }) };
      headers.append("set-cookie", flashCookie(flashes.pack(flash, now()), desk.secure));
    }
    return new Response(null, { status, headers });
  }

  function chooseLanguage(event: H3Event, chosen: string): Response {
    const query = new URLSearchParams(event.url.search);
    query.delete("lang");
    const to = `${event.url.pathname}${query.size === 0 ? "" : `?${query}`}`;
    const cookie = lasting(LANG, portalLang(chosen, []), desk.secure);
    return onward({ to, cookies: [cookie] });
  }

  function ownOrigins(event: H3Event): string[] {
    return [options.originOf(event), ...(desk.baseUrl === null ? [] : [desk.baseUrl])];
  }

  return { answer };
}

/** A table, drawn for who is signed in, so that the preview needs no key. */
const TABLES: Place = {
  own: true,
  get: async (_desk, { url }) => ({ table: { slug: TABLE.exec(url.pathname)?.[1] ?? "" } }),
};

const PAGE_HEADERS = pageHeaders("account", { styleHashes: [inlineHash(paletteStyle)] });

function withCookies(fields: HeaderFields, cookies: readonly string[]): Headers {
  const headers = new Headers(fields);
  for (const cookie of cookies) {
    headers.append("set-cookie", cookie);
  }
  return headers;
}

/** Whether the language was chosen on a page; what a browser says of itself costs no write. */
function hasChosenLang(cookie: string): boolean {
  return cookieOf(cookie, LANG) !== undefined;
}

function langOf(event: H3Event, cookie: string): "en" | "ko" {
  const accepted = event.req.headers.get("accept-language") ?? "";
  const negotiator = new Negotiator({ headers: { "accept-language": accepted } });
  return portalLang(cookieOf(cookie, LANG), negotiator.languages());
}
