import { getCookie, parseCookies } from "h3";
import type { H3Event } from "h3";
import type { PortalPage, Shell } from "../../src/account/page-data.ts";
import { games } from "../../src/games/index.ts";
import { pickAccountLang } from "../../src/i18n/account.ts";
import type { AccountLang } from "../../src/i18n/account.ts";
import { paletteStyle } from "../../src/look/palette-style.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { MINUTE_MS } from "../../src/round/phases.ts";
import type { Deps, Portal } from "../deps.ts";
import { inlineHash } from "../http/content-security-policy.ts";
import { csvResponse } from "../http/csv.ts";
import { redirectTo, withCookies } from "../http/headers.ts";
import { browserLangs } from "../http/lang-of.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { clientAddress, ownOrigin } from "../http/proxies.ts";
import { methodNotAllowed, notFound } from "../http/refusal.ts";
import type { Oracle } from "../oracle/oracle.ts";
import type { RenderPage } from "../pages/built-pages.ts";
import { withStoreFault } from "../store/store-error.ts";
import { SignedOutError } from "./auth/sessions.ts";
import { FLASH, flashCookie, LANG, setCookie, YEAR_S } from "./cookies.ts";
import { displayedEmail } from "./email-address.ts";
import { PORTAL_ROUTES } from "./portal-routes.ts";
import { readFields, readOwnForm } from "./request.ts";
import type {
  Handler,
  PortalContext,
  PortalResponse,
  Redirect,
  SignedInRequest,
} from "./request.ts";

const SIGN_IN = "/account/sign-in/";
const PAGE_HEADERS = pageHeaders("account", { styleHashes: [inlineHash(paletteStyle)] });

/**
 * How outcomes are determined, as `/account/prices/` states: by the secret alone if that applies to any game today or
 * tomorrow, or under the settings. A change of `ENTROPY` applies only to days that are not published yet.
 */
function leastEntropy(planned: Entropy, oracle: Oracle, nowMs: number): Entropy {
  const schedules = games.map((game) => oracle.schedule(game, nowMs));
  const all = schedules.flatMap(({ entropy, next }) => [entropy, next?.entropy]);
  return [planned, ...all].includes("seed") ? "seed" : "drand";
}

/**
 * Finds the route of a request, rejects forms from other sites, redirects users without a session to the sign-in
 * page, and turns the route's response into a page, a redirect or a file.
 */
export function createPortal(
  context: PortalContext,
  deps: Deps,
  renderPage: RenderPage,
  timeZone: string,
): Portal {
  const { secure, signed, limits, baseUrl } = context;
  const { now } = deps;
  const originOf = (event: H3Event) => ownOrigin(event, deps.proxies);

  async function handle(event: H3Event): Promise<unknown> {
    const { pathname, search, searchParams } = event.url;
    readFields(searchParams);
    const route = PORTAL_ROUTES[pathname];
    if (route === undefined) {
      if (Object.hasOwn(PORTAL_ROUTES, `${pathname}/`)) {
        return redirect({ to: `${pathname}/${search}` }, 308);
      }
      throw notFound();
    }
    const { method } = event.req;
    const chosen = searchParams.get("lang");
    if (chosen !== null && method === "GET") {
      const query = new URLSearchParams(search);
      query.delete("lang");
      const to = `${pathname}${query.size === 0 ? "" : `?${query}`}`;
      return redirect({
        to,
        cookies: [setCookie(LANG, pickAccountLang([chosen]), YEAR_S, secure)],
      });
    }
    const isForm = method === "POST";
    const page = method === "GET" || method === "HEAD" ? route.get : undefined;
    const handler = isForm ? route.post : page;
    if (handler === undefined) {
      throw methodNotAllowed(
        [route.get && "GET, HEAD", route.post && "POST"].filter(Boolean).join(", "),
      );
    }
    return handleRoute(event, { isPrivate: route.isPrivate, isForm, handler });
  }

  async function handleRoute(
    event: H3Event,
    { isPrivate, isForm, handler }: { isPrivate: boolean; isForm: boolean; handler: Handler },
  ): Promise<unknown> {
    // A client may send a form slowly, so the session is read only once the form is complete.
    const origins = [originOf(event), ...(baseUrl === null ? [] : [baseUrl])];
    const isTimeKnown = () => deps.clock.fault() === null;
    const form = isForm ? await readOwnForm(event, origins, isTimeKnown) : new URLSearchParams();
    const field = (name: string) => form.get(name) ?? "";
    const nowMs = now();
    const client = {
      cookie: event.req.headers.get("cookie") ?? "",
      address: clientAddress(event, deps.proxies),
      userAgent: event.req.headers.get("user-agent") ?? "",
    };
    // Forms that need no session do not look one up, because password guessers send many.
    const { who, cookies } =
      isPrivate || !isForm ? await context.accounts.whoIs(client) : { who: undefined, cookies: [] };
    if (isPrivate && who === undefined) {
      return redirect({ to: SIGN_IN });
    }
    const lang = langOf(event);
    if (who !== undefined) {
      // Each write of a signed-in user counts towards their limit, including a changed email language, and so does a
      // list downloaded as a file. Only a language chosen on a page is stored.
      const isNewLang = getCookie(event, LANG) !== undefined && who.lang !== lang;
      const isCostly = isForm || event.url.pathname.endsWith(".csv");
      const mayAct = !(isNewLang || isCostly) || limits.mayAct(who.accountId);
      if (isCostly && !mayAct) {
        return redirect({ to: "/account/", notice: { code: "slow_down" } });
      }
      if (isNewLang && mayAct) {
        await context.accounts.setLanguage(who.accountId, lang);
      }
    }
    const flash = signed.unpackFlash(getCookie(event, FLASH), nowMs);
    const request = {
      ...context,
      entropy: leastEntropy(context.entropy, deps.oracle, nowMs),
      url: event.url,
      origin: originOf(event),
      client,
      cookies: parseCookies(event),
      lang,
      nowMs,
      field,
      carried: flash.carry ?? {},
      who,
    };
    // For private routes `who` was checked above.
    const response = await handler(request as SignedInRequest).catch((error: unknown) => {
      if (error instanceof SignedOutError) {
        // The session ended while the form was being handled. Nothing was written.
        return { to: SIGN_IN };
      }
      throw error;
    });
    const shell: Shell = {
      lang,
      email: who === undefined ? null : displayedEmail(who.email),
      notice: flash.notice ?? null,
      nowMs,
      timeZone,
      contact: deps.contact,
      isMailed: context.isMailed,
    };
    return respond(event, response, shell, cookies);
  }

  function respond(
    event: H3Event,
    response: PortalResponse,
    shell: Shell,
    cookies: readonly string[],
  ): Promise<unknown> | Response {
    if ("to" in response) {
      return redirect({ ...response, cookies: [...cookies, ...(response.cookies ?? [])] });
    }
    if ("missing" in response) {
      throw notFound();
    }
    if ("csv" in response) {
      return csvResponse(response.csv.name, response.csv.rows, cookies);
    }
    const headers = withCookies(PAGE_HEADERS, [...cookies, ...(response.cookies ?? [])]);
    const notice = response.notice ?? shell.notice;
    const isShared =
      event.req.method === "GET" &&
      event.url.search === "" &&
      shell.email === null &&
      shell.notice === null;
    if (getCookie(event, FLASH)) {
      headers.append("set-cookie", flashCookie("", secure));
    }
    // A public page is the same for a whole minute, so that it can be cached.
    const nowMs = isShared ? shell.nowMs - (shell.nowMs % MINUTE_MS) : shell.nowMs;
    const account: PortalPage = { shell: { ...shell, notice, nowMs }, data: response.page.data };
    return renderPage(event, headers, { account }, { path: response.path, isShared });
  }

  function redirect(
    { to, notice, carry, cookies = [] }: Redirect,
    status: 303 | 308 = 303,
  ): Response {
    const flash = { ...(notice && { notice }), ...(carry && { carry }) };
    const flashed =
      notice === undefined && carry === undefined
        ? []
        : [flashCookie(signed.packFlash(flash, now()), secure)];
    return redirectTo(to, status, [...cookies, ...flashed]);
  }

  return (event) => withStoreFault(() => handle(event));
}

/** The language of the pages: the chosen one, otherwise the browser's, otherwise English. */
function langOf(event: H3Event): AccountLang {
  const chosen = getCookie(event, LANG);
  return pickAccountLang(chosen === undefined ? browserLangs(event) : [chosen]);
}
