import { IncomingMessage } from "node:http";
import type { RequestListener } from "node:http";
import { html } from "@lit-labs/ssr";
import { H3, getCookie } from "h3";
import type { H3Event } from "h3";
import { toNodeHandler } from "h3/node";
import { InvalidInput } from "../../access/errors.ts";
import { isOurForm } from "../../account/csrf.ts";
import { BusyError } from "../../account/errors.ts";
import { readForm, requireText } from "../../account/form-body.ts";
import { faultResponse } from "../../http/fault-response.ts";
import { HEADERS } from "../../http/headers.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { foreignForm, formUndated, methodNotAllowed, notFound } from "../../http/refusal.ts";
import { ReviewError } from "../../payment/errors.ts";
import { actingAs } from "../acts.ts";
import { listCsv } from "../lists.ts";
import { booksPage } from "./books.ts";
import { DONE } from "./context.ts";
import type {
  DoneCode,
  OfficeAnswer,
  OfficeContext,
  OfficeRequest,
  OfficeRoute,
} from "./context.ts";
import { CHALLENGE, challengeCookie, SESSION, sessionCookie } from "./cookies.ts";
import { changeCustomer, customerPage } from "./customer.ts";
import { customersPage } from "./customers.ts";
import { changeGame, gamesPage } from "./games.ts";
import { mailsPage } from "./mails.ts";
import { overview } from "./overview.ts";
import { pageHeaders, pageHtml, SCRIPT } from "./page.ts";
import type { Notice, View } from "./page.ts";
import { changePasskeys, passkeysPage, passkeySignIn } from "./passkey-pages.ts";
import { passkeyScript } from "./passkey-script.ts";
import { paymentsPage } from "./payments.ts";
import { changePeople, peoplePage } from "./people.ts";
import { changePlans, plansPage } from "./plans.ts";
import { decide, reviewPage } from "./review.ts";
import { endSession, openSession, SESSION_MS, userOf } from "./sessions.ts";
import { joinView, MIN_PASSWORD, noInvitationView, signInView } from "./sign-in-pages.ts";
import { prove, signIn } from "./sign-in.ts";
import { trailPage } from "./trail.ts";
import { accept, invitedBy } from "./users.ts";
import type { OfficeUser } from "./users.ts";

/** The pages for whoever is signed in. */
const ROUTES: Readonly<Record<string, OfficeRoute>> = {
  "/owner/": { get: overview },
  "/owner/customers/": { get: customersPage },
  "/owner/customer/": { get: customerPage, post: changeCustomer },
  "/owner/payments/": { get: paymentsPage },
  "/owner/review/": { get: reviewPage, post: decide },
  "/owner/books/": { get: booksPage },
  "/owner/mails/": { get: mailsPage },
  "/owner/games/": { get: gamesPage, post: changeGame },
  "/owner/plans/": { get: plansPage, post: changePlans },
  "/owner/passkeys/": { get: passkeysPage, post: changePasskeys },
  "/owner/people/": { get: peoplePage, post: changePeople },
  "/owner/trail/": { get: trailPage },
};

const SIGN_IN = "/owner/sign-in/";
const PASSKEY_SIGN_IN = "/owner/sign-in/passkey/";
const MAX_PASSWORD = 200;
const TOO_MANY: View = { title: "Too many files", body: html`` };

/**
 * The back office: pages for whoever runs the service, on a port that the public does not reach. Nobody
 * sees any of them without password and one-time code.
 */
export function createOffice(context: OfficeContext): RequestListener {
  const { store, vault, hashing, passkeys, url, isTimeKnown, now, log } = context;
  const attempts = rateLimit({ burst: 30, everyMs: 2_000, now });
  /** Whoever is signed in may try their password so often, and download so many lists, which are read whole. */
  const confirmations = rateLimit({ burst: 10, everyMs: 60_000, now });
  const files = rateLimit({ burst: 60, everyMs: 2_000, now });
  const app = new H3({
    silent: true,
    onError: (error, event) => faultResponse(error, event, log),
  });
  app.all("/", () => redirect("/owner/"));
  app.all(SIGN_IN, openRoute(showSignIn, sendSignIn));
  app.all(PASSKEY_SIGN_IN, openRoute(askForPasskey, sendPasskey));
  app.all(SCRIPT, openRoute(sendScript));
  app.all("/owner/join/", openRoute(showJoin, sendJoin));
  app.all("/owner/sign-out/", openRoute(undefined, signOut));
  app.all("/owner/**", answer);
  return toNodeHandler(app);

  /** A page for everybody, and the form on it. */
  function openRoute(
    get: ((event: H3Event) => Promise<Response>) | undefined,
    post?: (event: H3Event, form: URLSearchParams) => Promise<Response>,
  ) {
    const verbs = [get && "GET, HEAD", post && "POST"].filter(Boolean).join(", ");
    return async (event: H3Event) => {
      requireText(event.url.searchParams);
      if (event.req.method === "POST" && post !== undefined) {
        return post(event, await ourForm(event));
      }
      if (get === undefined || !isRead(event)) {
        throw methodNotAllowed(verbs);
      }
      return get(event);
    };
  }

  async function answer(event: H3Event): Promise<Response> {
    const { pathname, searchParams } = event.url;
    requireText(searchParams);
    const route = ROUTES[pathname];
    if (route === undefined) {
      if (Object.hasOwn(ROUTES, `${pathname}/`)) {
        return redirect(`${pathname}/`);
      }
      throw notFound();
    }
    const isForm = event.req.method === "POST";
    if (!isRead(event) && (!isForm || route.post === undefined)) {
      throw methodNotAllowed(route.post === undefined ? "GET, HEAD" : "GET, HEAD, POST");
    }
    const form = isForm ? await ourForm(event) : new URLSearchParams();
    const nowMs = now();
    const user = await userOf(store, getCookie(event, SESSION) ?? "", nowMs);
    if (user === undefined) {
      return redirect(SIGN_IN);
    }
    const request: OfficeRequest = {
      user,
      query: searchParams,
      field: (name) => form.get(name) ?? "",
      cookie: (name) => getCookie(event, name) ?? "",
      nowMs,
      origin: event.url.origin,
      confirm: () => confirm(user, form),
    };
    if (searchParams.has("csv") && !files.take(user.id)) {
      const text = "Too many files. Wait a minute.";
      return page(TOO_MANY, pathname, user.email, { isGood: false, text }, 429);
    }
    const { post } = route;
    if (!isForm || post === undefined) {
      return show(await pageOf(route, request), request, pathname, doneNotice(searchParams));
    }
    try {
      const given = await actingAs(user.email, () => post(context, request));
      if ("body" in given) {
        return page(given, pathname, user.email, null);
      }
      const { to, done } = given;
      return redirect(`${to}${to.includes("?") ? "&" : "?"}${new URLSearchParams({ done })}`);
    } catch (error) {
      const text = refusalText(error);
      return show(await pageOf(route, request), request, pathname, { isGood: false, text }, 409);
    }
  }

  /** Whether it is still whoever has signed in. */
  async function confirm({ id, email }: OfficeUser, form: URLSearchParams): Promise<void> {
    const [password, code] = [form.get("password") ?? "", codeIn(form)];
    if (!confirmations.take(id)) {
      throw new ReviewError("Too many tries. Wait a minute.");
    }
    const parts = { vault, hashing };
    const found =
      password.length > MAX_PASSWORD
        ? "wrong"
        : await prove(store, parts, { email, password, code }, now(), async () => {}).catch(
            (error: unknown) => {
              throw error instanceof BusyError
                ? new ReviewError("Too many passwords are being checked. Try again.")
                : error;
            },
          );
    if (found === "locked") {
      throw new ReviewError("Too many wrong codes. Wait a quarter of an hour.");
    }
    if (found === "wrong") {
      throw new ReviewError(
        "Nothing was done: your password or code is wrong. A code can be used once, so wait for the next one.",
      );
    }
  }

  /** The page of a route; what it refuses stands on a page as well. */
  async function pageOf(route: OfficeRoute, request: OfficeRequest): Promise<OfficeAnswer> {
    try {
      return await route.get(context, request);
    } catch (error) {
      return { title: "That cannot be shown", body: html`<p>${refusalText(error)}</p>` };
    }
  }

  async function show(
    given: OfficeAnswer,
    { user }: OfficeRequest,
    place: string,
    notice: Notice | null,
    status = 200,
  ): Promise<Response> {
    if ("list" in given) {
      const headers = {
        ...HEADERS.accountFile,
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="tableside-${given.name}.csv"`,
      };
      return new Response(listCsv(given.list), { headers });
    }
    return page(given, place, user.email, notice, status);
  }

  async function showSignIn(event: H3Event): Promise<Response> {
    const user = await userOf(store, getCookie(event, SESSION) ?? "", now());
    return user === undefined ? signInPage(event, "", null, 200) : redirect("/owner/");
  }

  async function sendSignIn(event: H3Event, form: URLSearchParams): Promise<Response> {
    const email = form.get("email") ?? "";
    const refuse = (text: string, status: number) => signInPage(event, email, text, status);
    // One who tries passwords keeps nobody at another address out.
    if (!attempts.take(remoteAddress(event))) {
      return refuse("Too many tries. Wait a minute.", 429);
    }
    const [password, code] = [form.get("password") ?? "", codeIn(form)];
    if (password.length > MAX_PASSWORD) {
      return refuse("E-mail, password or code is wrong.", 403);
    }
    try {
      const found = await signIn(store, { vault, hashing }, { email, password, code }, now());
      if (found === "locked") {
        return refuse("Too many wrong codes. Wait a quarter of an hour.", 429);
      }
      return found === "wrong"
        ? refuse("E-mail, password or code is wrong. A code can be used once.", 403)
        : letIn(found.id);
    } catch (error) {
      if (error instanceof BusyError) {
        return refuse("Too many passwords are being checked. Try again.", 503);
      }
      throw error;
    }
  }

  function signInPage(event: H3Event, email: string, text: string | null, status: number) {
    const notice = text === null ? null : { isGood: false, text };
    const other = passkeySignIn(context, event.url.origin);
    return page(signInView(other, email), SIGN_IN, null, notice, status);
  }

  /** What a browser is asked with to sign in. Anybody may ask, and nothing is written. */
  async function askForPasskey(): Promise<Response> {
    if (passkeys === null) {
      throw notFound();
    }
    const { options, cookie } = await passkeys.askToSignIn(now());
    const headers = { ...HEADERS.accountJson, "set-cookie": challengeCookie(cookie) };
    return new Response(JSON.stringify(options), { headers });
  }

  async function sendPasskey(event: H3Event, form: URLSearchParams): Promise<Response> {
    if (!attempts.take(remoteAddress(event))) {
      return signInPage(event, "", "Too many tries. Wait a minute.", 429);
    }
    const answer = { text: form.get("answer") ?? "", cookie: getCookie(event, CHALLENGE) ?? "" };
    const user = await passkeys?.signIn(answer, now());
    return user === undefined
      ? signInPage(event, "", "No passkey of this office has signed that. Try again.", 403)
      : letIn(user.id);
  }

  async function sendScript(): Promise<Response> {
    const type = { "content-type": "text/javascript; charset=utf-8" };
    return new Response(passkeyScript, { headers: { ...HEADERS.accountFile, ...type } });
  }

  async function showJoin(event: H3Event): Promise<Response> {
    const token = event.url.searchParams.get("token") ?? "";
    const invited = await invitedBy(store, vault, token, now());
    return invited === undefined
      ? page(noInvitationView(), "", null, null, 404)
      : page(joinView(invited, token), "", null, null);
  }

  async function sendJoin(_event: H3Event, form: URLSearchParams): Promise<Response> {
    const [token, password] = [form.get("token") ?? "", form.get("password") ?? ""];
    const invited = await invitedBy(store, vault, token, now());
    if (invited === undefined) {
      return page(noInvitationView(), "", null, null, 404);
    }
    const refuse = (text: string) =>
      page(joinView(invited, token), "", null, { isGood: false, text }, 403);
    const { length } = password;
    if (length < MIN_PASSWORD || length > MAX_PASSWORD) {
      return refuse(`A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`);
    }
    const passwordHash = await hashing.hash(password);
    const joined = await accept(store, vault, { token, passwordHash, code: codeIn(form) }, now());
    return joined === undefined
      ? refuse("The code is not the one that the app shows now.")
      : letIn(joined.id);
  }

  async function signOut(event: H3Event): Promise<Response> {
    await endSession(store, getCookie(event, SESSION) ?? "");
    return redirect(SIGN_IN, sessionCookie("", 0));
  }

  async function letIn(userId: string): Promise<Response> {
    const token = await openSession(store, userId, now());
    return redirect("/owner/", sessionCookie(token, SESSION_MS));
  }

  /** The form of a request, which one of our pages sent while the time is known. */
  async function ourForm(event: H3Event): Promise<URLSearchParams> {
    if (!isOurForm(event.req.headers, [event.url.origin, url])) {
      throw foreignForm();
    }
    const form = await readForm(event);
    if (!isTimeKnown()) {
      throw formUndated();
    }
    return form;
  }
}

/** Who is connected. Behind a tunnel that is this machine. */
function remoteAddress({ runtime }: H3Event): string {
  const request = runtime?.node?.req;
  return request instanceof IncomingMessage ? (request.socket.remoteAddress ?? "") : "";
}

/** The code of a form; apps show a gap in the middle. */
function codeIn(form: URLSearchParams): string {
  return (form.get("code") ?? "").replaceAll(/\s/g, "");
}

function isRead({ req }: H3Event): boolean {
  return req.method === "GET" || req.method === "HEAD";
}

function doneNotice(query: URLSearchParams): Notice | null {
  const code = query.get("done");
  return code !== null && Object.hasOwn(DONE, code)
    ? { isGood: true, text: DONE[code as DoneCode] }
    : null;
}

/** Why something was not done, in words; anything else is a fault of ours and goes on. */
function refusalText(error: unknown): string {
  if (error instanceof ReviewError || error instanceof InvalidInput) {
    return error.message;
  }
  throw error;
}

async function page(
  view: View,
  place: string,
  email: string | null,
  notice: Notice | null,
  status = 200,
): Promise<Response> {
  const text = await pageHtml(view, place, email, notice);
  return new Response(text, { status, headers: pageHeaders(view) });
}

function redirect(to: string, cookie?: string): Response {
  const headers = new Headers({ location: to, ...HEADERS.redirect });
  if (cookie !== undefined) {
    headers.append("set-cookie", cookie);
  }
  return new Response(null, { status: 303, headers });
}
