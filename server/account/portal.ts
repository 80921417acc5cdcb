import { getCookie, parseCookies } from "h3";
import type { H3Event } from "h3";
import Negotiator from "negotiator";
import type { PortalPage, Shell } from "../../src/account/page-data.ts";
import type { Game } from "../../src/games/contract.ts";
import { findGame } from "../../src/games/index.ts";
import { paletteStyle } from "../../src/look/palette-style.ts";
import { inlineHash } from "../http/content-security-policy.ts";
import { HEADERS } from "../http/headers.ts";
import type { HeaderFields } from "../http/headers.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { foreignForm, formUndated, methodNotAllowed, notFound } from "../http/refusal.ts";
import type { DrawPage } from "../pages/built-pages.ts";
import { withStoreFault } from "../store/store-error.ts";
import { FLASH, flashCookie, LANG, lastingCookie } from "./cookies.ts";
import { isOurForm } from "./csrf.ts";
import { shownEmail } from "./email-address.ts";
import { SignedOutError } from "./errors.ts";
import type { FlashBox } from "./flash.ts";
import { readForm, readFields } from "./form-body.ts";
import { PAGE_LANG } from "./forms/confirmed.ts";
import type { PortalContext } from "./portal-context.ts";
import { clientOf, portalLang } from "./portal-request.ts";
import type { PortalAnswer, SignedInRequest, Redirect } from "./portal-request.ts";
import { PORTAL_ROUTES } from "./portal-routes.ts";
import type { PortalRoute } from "./portal-routes.ts";
import type { SpentTries } from "./spent-tries.ts";

/** The pages and forms under /account/. */
export interface Portal {
  /** Answers a request for one of them. */
  answer(event: H3Event): Promise<unknown>;
  /** Refuses, in front of the app, a request whose sender has no try left. */
  readonly refusesSpent: SpentTries;
}

/** What the portal is built from. */
export interface PortalOptions {
  readonly context: PortalContext;
  readonly flashes: FlashBox;
  readonly draw: DrawPage;
  /** Answers with a game table that only our own pages may frame. */
  readonly table: (event: H3Event, game: Game) => Promise<unknown>;
  /** Answers with the lobby, for the same. */
  readonly lobby: (event: H3Event) => Promise<unknown>;
  /** The client's address. */
  readonly addressOf: (event: H3Event) => string;
  /** The origin that the request was sent to. */
  readonly originOf: (event: H3Event) => string;
  readonly timeZone: string;
  /** Epoch ms. */
  readonly now: () => number;
  /** Whether `now` can be relied on at the moment. */
  readonly isTimeKnown: () => boolean;
}

const TABLE = /^\/account\/table\/([^/]+)\/$/;
const SIGN_IN = "/account/sign-in/";
const DASHBOARD = "/account/";
const MINUTE_MS = 60_000;

/**
 * Finds the route of a request, refuses forms from other sites, sends users who are not signed in to
 * the sign-in page, and turns the route's answer into a page, a redirect or a file.
 */
export function createPortal(options: PortalOptions): Pick<Portal, "answer"> {
  const { context, flashes, draw, now } = options;

  async function answer(event: H3Event): Promise<unknown> {
    const { pathname, search, searchParams } = event.url;
    readFields(searchParams);
    const slug = TABLE.exec(pathname)?.[1];
    const route = slug === undefined ? PORTAL_ROUTES[pathname] : TABLES;
    if (route === undefined) {
      if (Object.hasOwn(PORTAL_ROUTES, `${pathname}/`)) {
        return redirect({ to: `${pathname}/${search}` }, 308);
      }
      throw notFound();
    }
    const chosen = searchParams.get("lang");
    if (chosen !== null && event.req.method === "GET" && slug === undefined) {
      return chooseLanguage(event, chosen);
    }
    const method = event.req.method === "HEAD" ? "GET" : event.req.method;
    const serve = method === "GET" ? route.get : method === "POST" ? route.post : undefined;
    if (serve === undefined) {
      throw methodNotAllowed(
        [route.get && "GET, HEAD", route.post && "POST"].filter(Boolean).join(", "),
      );
    }
    if (method === "POST" && !isOurForm(event.req.headers, ownOrigins(event))) {
      throw foreignForm();
    }
    return answerRoute(event, route, serve);
  }

  async function answerRoute(
    event: H3Event,
    route: PortalRoute,
    serve: NonNullable<PortalRoute["get"] | PortalRoute["post"]>,
  ): Promise<unknown> {
    // A client can take as long as it likes to send a form, so the session and the time are read only
    // once the form is complete.
    const form = event.req.method === "POST" ? await readForm(event) : new URLSearchParams();
    const chosen =
      form.get(PAGE_LANG) === null ? undefined : portalLang(form.get(PAGE_LANG) ?? "", []);
    if (event.req.method === "POST" && !options.isTimeKnown()) {
      throw formUndated();
    }
    const nowMs = now();
    const client = clientOf(event, options.addressOf(event));
    // Forms that need no session do not query for one: password guessers send a great many.
    const isStrangers = !route.own && event.req.method === "POST";
    const { who, cookies } = isStrangers
      ? { who: undefined, cookies: [] }
      : await context.accounts.whoIs(client);
    if (route.own && who === undefined) {
      return redirect({ to: SIGN_IN });
    }
    const lang = chosen ?? langOf(event);
    // Each write of a user who is signed in counts towards their limit, also a new language for mails.
    // Only a language chosen on a page is stored, not the one that a browser sends.
    const isChosen = chosen !== undefined || getCookie(event, LANG) !== undefined;
    const isNewLang = who !== undefined && who.lang !== lang && isChosen;
    const writes = isNewLang || event.req.method === "POST";
    const mayWrite = who === undefined || !writes || context.limits.mayAct(who.accountId);
    // A list as a file is read whole, which costs more than a page.
    const isFile = event.url.pathname.endsWith(".csv");
    const mayRead = who === undefined || !isFile || context.limits.mayAct(who.accountId);
    if (!mayRead || (!mayWrite && event.req.method === "POST")) {
      return redirect({ to: DASHBOARD, notice: { code: "slow_down" } });
    }
    if (isNewLang && mayWrite) {
      await context.accounts.setLanguage(who.accountId, lang);
    }
    const flash = flashes.unpack(getCookie(event, FLASH) ?? "", nowMs);
    const request = {
      url: event.url,
      origin: options.originOf(event),
      client,
      cookies: parseCookies(event),
      lang,
      nowMs,
      field: (name: string) => form.get(name) ?? "",
      who,
    };
    // Open routes do not read `who`; for the others it was checked above.
    const given = await served(() => serve(context, request as SignedInRequest, flash.carry ?? {}));
    const shell: Shell = {
      lang: request.lang,
      email: who === undefined ? null : shownEmail(who.email),
      notice: flash.notice ?? null,
      nowMs,
      timeZone: options.timeZone,
    };
    const kept = chosen === undefined ? [] : [lastingCookie(LANG, chosen, context.secure)];
    return give(event, given, shell, [...cookies, ...kept]);
  }

  /** Sends the user to sign in if the session ended while the form was being handled. Nothing was written. */
  async function served(work: () => Promise<PortalAnswer>): Promise<PortalAnswer> {
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
    given: PortalAnswer,
    shell: Shell,
    cookies: readonly string[],
  ): Promise<unknown> | Response {
    if ("to" in given) {
      return redirect({ ...given, cookies: [...cookies, ...(given.cookies ?? [])] });
    }
    if ("missing" in given) {
      throw notFound();
    }
    if ("json" in given) {
      const headers = withCookies(HEADERS.accountJson, [...cookies, ...(given.cookies ?? [])]);
      return new Response(JSON.stringify(given.json), { headers });
    }
    if ("file" in given) {
      const headers = withCookies(HEADERS.accountFile, cookies);
      headers.set("content-type", given.file.type);
      headers.set("content-disposition", `attachment; filename="${given.file.name}"`);
      return new Response(given.file.text, { headers });
    }
    if ("table" in given) {
      if (given.table.slug === "lobby") {
        return options.lobby(event);
      }
      const game = findGame(given.table.slug);
      if (game === undefined) {
        throw notFound();
      }
      return options.table(event, game);
    }
    const headers = withCookies(PAGE_HEADERS, [...cookies, ...(given.cookies ?? [])]);
    const notice = given.notice ?? shell.notice;
    const isForAll = event.req.method === "GET" && event.url.search === "" && isNobodys(shell);
    if (shell.notice !== null || getCookie(event, FLASH)) {
      headers.append("set-cookie", flashCookie("", context.secure));
    }
    // Of a page for everybody, two within a minute are the same.
    const nowMs = isForAll ? shell.nowMs - (shell.nowMs % MINUTE_MS) : shell.nowMs;
    const account: PortalPage = { shell: { ...shell, notice, nowMs }, data: given.page.data };
    return draw(event, headers, { account }, { path: given.path, isForAll });
  }

  function redirect({ to, notice, carry, cookies = [] }: Redirect, status = 303): Response {
    const headers = withCookies({ location: to, ...HEADERS.redirect }, cookies);
    if (notice !== undefined || carry !== undefined) {
      const flash = { ...(notice && { notice }), ...(carry && { carry }) };
      headers.append("set-cookie", flashCookie(flashes.pack(flash, now()), context.secure));
    }
    return new Response(null, { status, headers });
  }

  function chooseLanguage(event: H3Event, chosen: string): Response {
    const query = new URLSearchParams(event.url.search);
    query.delete("lang");
    const to = `${event.url.pathname}${query.size === 0 ? "" : `?${query}`}`;
    const cookie = lastingCookie(LANG, portalLang(chosen, []), context.secure);
    return redirect({ to, cookies: [cookie] });
  }

  function ownOrigins(event: H3Event): string[] {
    return [options.originOf(event), ...(context.baseUrl === null ? [] : [context.baseUrl])];
  }

  return { answer: (event) => withStoreFault(() => answer(event)) };
}

/** The game tables of the preview. Users who are signed in need no key for them. */
const TABLES: PortalRoute = {
  own: true,
  get: async (_context, { url }) => ({ table: { slug: TABLE.exec(url.pathname)?.[1] ?? "" } }),
};

/** Whether whoever asks is told nothing but what everybody is. */
const isNobodys = ({ email, notice }: Shell) => email === null && notice === null;

const PAGE_HEADERS = pageHeaders("account", { styleHashes: [inlineHash(paletteStyle)] });

function withCookies(fields: HeaderFields, cookies: readonly string[]): Headers {
  const headers = new Headers(fields);
  for (const cookie of cookies) {
    headers.append("set-cookie", cookie);
  }
  return headers;
}

function langOf(event: H3Event): "en" | "ko" {
  const accepted = event.req.headers.get("accept-language") ?? "";
  const negotiator = new Negotiator({ headers: { "accept-language": accepted } });
  return portalLang(getCookie(event, LANG), negotiator.languages());
}
