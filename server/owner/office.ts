import { IncomingMessage } from "node:http";
import type { RequestListener } from "node:http";
import { H3, getCookie } from "h3";
import type { H3Event } from "h3";
import { toNodeHandler } from "h3/node";
import type { Fields, OfficePage, OfficeShell } from "../../src/account/office-data.ts";
import { paletteStyle } from "../../src/look/palette-style.ts";
import { CODES_LOCK_MINUTES, MAX_PASSWORD_LENGTH } from "../../src/wire/account-limits.ts";
import { InvalidInput } from "../access/invalid-input.ts";
import type { Vault } from "../access/vault.ts";
import { createHashing } from "../account/auth/password-hashing.ts";
import type { Hashing } from "../account/auth/password-hashing.ts";
import { takeCode } from "../account/auth/second-factors.ts";
import type { CodeFault } from "../account/auth/second-factors.ts";
import { readFields, readOwnForm, unlessBusy } from "../account/request.ts";
import type { Config } from "../config/config.ts";
import { inlineHash } from "../http/content-security-policy.ts";
import { HEADERS, redirectTo } from "../http/headers.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { faultResponse, requireWellFormed } from "../http/problem.ts";
import { foreignHost, methodNotAllowed, notFound } from "../http/refusal.ts";
import type { RenderPage } from "../pages/built-pages.ts";
import type { Log } from "../runtime/log.ts";
import { tokenBuckets } from "../runtime/token-bucket.ts";
import { actingAs } from "../store/audit.ts";
import { serialized } from "../store/serialized.ts";
import type { Store } from "../store/store.ts";
import { CUSTOMER_ROUTE } from "./customer-page.ts";
import type { Check } from "./health.ts";
import { ACTIONS_ROUTE, CUSTOMERS_ROUTE, PAYMENTS_ROUTE } from "./lists-page.ts";
import { OVERVIEW_ROUTE } from "./overview-page.ts";
import { endSession, invitedBy, SESSION_MS, sessionOwner, signIn } from "./owners.ts";
import { DONE, typedIn } from "./page-parts.ts";
import type {
  Action,
  PageContent,
  OfficeResponse,
  OfficeRequest,
  OfficeRoute,
} from "./page-parts.ts";
import { PLANS_ROUTE } from "./plans-page.ts";
import { REVIEW_ROUTE } from "./review-page.ts";

export interface OfficeDeps {
  readonly store: Store;
  readonly vault: Vault;
  /** A separate queue for passwords: strangers who try passwords of accounts must not lock the owner out. */
  readonly hashing?: Hashing | undefined;
  readonly config: Pick<Config, "timeZone" | "portal">;
  readonly checkHealth: () => Promise<Check[]>;
  readonly renderPage: RenderPage;
  readonly file: (event: H3Event) => unknown;
  readonly isTimeKnown: () => boolean;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Log;
}

const OFFICE_ROUTES: Readonly<Record<string, OfficeRoute>> = {
  "/owner/": OVERVIEW_ROUTE,
  "/owner/customers/": CUSTOMERS_ROUTE,
  "/owner/customer/": CUSTOMER_ROUTE,
  "/owner/payments/": PAYMENTS_ROUTE,
  "/owner/review/": REVIEW_ROUTE,
  "/owner/plans/": PLANS_ROUTE,
  "/owner/acts/": ACTIONS_ROUTE,
};

const SIGN_IN = "/owner/sign-in/";
const ENROL = "/owner/enrol/";
const SIGN_OUT = "/owner/sign-out/";

/** The cookie of the back office. It is sent only to its pages, and never when another site links to them. */
const SESSION = "tableside.owner";
const sessionCookie = (token: string, lifetimeMs: number) =>
  `${SESSION}=${token}; Path=/owner; Max-Age=${lifetimeMs / 1_000}; HttpOnly; SameSite=Strict`;

/**
 * The names of this machine. Any other name in a request is a domain that a stranger has pointed at this machine,
 * and pages of that domain could read the response.
 */
const OWN_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

const PAGE_HEADERS = pageHeaders("account", { styleHashes: [inlineHash(paletteStyle)] });

const FAULTS: Readonly<Record<CodeFault, string>> = {
  wrong_code: "Nothing was done: wrong code. Each code works once, so wait for the next one.",
  codes_locked: `Too many wrong codes. Wait ${CODES_LOCK_MINUTES} minutes.`,
};
const SIGN_IN_FAULTS: Readonly<Record<CodeFault, string>> = {
  ...FAULTS,
  wrong_code:
    "Wrong email, password or code. Each code works once, and recovery codes do not work here.",
};

/**
 * The back office: pages for owners, on a port of this machine only. No page opens without a password and a code,
 * and an action that affects money, plans or rights requires another code.
 */
export function createOffice(deps: OfficeDeps): RequestListener {
  const { store, vault, now, log } = deps;
  const { timeZone, portal } = deps.config;
  const hashing = deps.hashing ?? createHashing();
  const isMailed = portal.mail !== null;
  const parts = { store, vault, isMailed, checkHealth: deps.checkHealth, log };
  const attempts = tokenBuckets({ burst: 30, everyMs: 2_000, now });
  const app = new H3({ silent: true, onError: (error, event) => faultResponse(error, event, log) });
  app.use(requireWellFormed);
  app.use((event) => {
    if (!OWN_HOSTS.has(event.url.hostname)) {
      throw foreignHost();
    }
  });
  app.all("/", () => redirect("/owner/"));
  app.all(SIGN_IN, signInOrEnrol);
  app.all(ENROL, signInOrEnrol);
  app.all(SIGN_OUT, async (event) => {
    requireMethod(event, "POST");
    await ownForm(event);
    await endSession(store, getCookie(event, SESSION) ?? "");
    return redirect(SIGN_IN, sessionCookie("", 0));
  });
  app.all("/owner/**", handle);
  app.all("/**", deps.file);
  return toNodeHandler(app);

  async function signInOrEnrol(event: H3Event): Promise<unknown> {
    requireMethod(event, "GET, HEAD, POST");
    const isEnrolling = event.url.pathname === ENROL;
    const isForm = event.req.method === "POST";
    const form = isForm ? await ownForm(event) : readFields(event.url.searchParams);
    const token = isEnrolling ? (form.get("token") ?? "") : null;
    const invited = token === null ? undefined : await invitedBy(store, token, now());
    const email = (isEnrolling ? invited?.email : form.get("email")) ?? "";
    const show = (text: string | null, status = 200) => {
      const title = isEnrolling ? "Become an owner" : "Back office";
      const page: PageContent = { name: "sign-in", title, data: { email, token } };
      const notice = text === null ? null : { isGood: false, text };
      return render(event, page, { notice }, status);
    };
    if (isEnrolling && invited === undefined) {
      const text =
        'This link is no longer valid. It works once, for a day, and until a newer one is printed. Run "owner -- add" again for a new one.';
      const page: PageContent = { name: "empty", title: "Become an owner", data: null };
      return render(event, page, { notice: { isGood: false, text } }, 404);
    }
    if (!isForm) {
      const owner = isEnrolling ? undefined : await findOwner(event);
      return owner === undefined ? show(null) : redirect("/owner/");
    }
    // A client that tries passwords locks out nobody at another address.
    if (!attempts.take(remoteAddress(event))) {
      return show("Too many attempts. Wait a minute.", 429);
    }
    const password = (form.get("password") ?? "").slice(0, MAX_PASSWORD_LENGTH + 1);
    const typed = { email, password, code: form.get("code") ?? "", token };
    const entered = await unlessBusy(() => signIn({ store, vault, hashing }, typed, now()));
    if (entered === "busy") {
      return show("Too many passwords are being checked. Try again.", 503);
    }
    return "fault" in entered
      ? show(SIGN_IN_FAULTS[entered.fault], entered.fault === "codes_locked" ? 429 : 403)
      : redirect("/owner/", sessionCookie(entered.session, SESSION_MS));
  }

  async function handle(event: H3Event): Promise<unknown> {
    const { pathname, searchParams } = event.url;
    const query = readFields(searchParams);
    const route = OFFICE_ROUTES[pathname];
    if (route === undefined) {
      if (Object.hasOwn(OFFICE_ROUTES, `${pathname}/`)) {
        return redirect(`${pathname}/`);
      }
      throw notFound();
    }
    requireMethod(event, route.actions === undefined ? "GET, HEAD" : "GET, HEAD, POST");
    const isForm = event.req.method === "POST";
    const form = isForm ? await ownForm(event) : new URLSearchParams();
    const owner = await findOwner(event);
    if (owner === undefined) {
      return redirect(SIGN_IN);
    }
    const field = (name: string) => (form.get(name) ?? "").trim();
    const request: OfficeRequest = { ...parts, owner, query, field, nowMs: now() };
    const { email } = owner;
    const show = async (shell: Partial<OfficeShell>, status = 200) =>
      respond(event, await route.get(request).catch(emptyPage), { email, ...shell }, status);
    if (!isForm) {
      return show({ notice: doneNotice(query) });
    }
    const typed = typedIn(form);
    if (form.has("back")) {
      return show({ typed });
    }
    const { actions = {} } = route;
    const action = Object.hasOwn(actions, field("do")) ? actions[field("do")] : undefined;
    try {
      if (action === undefined) {
        throw new InvalidInput("This page has no such form.");
      }
      if (action.ask !== undefined) {
        const fault = form.has("code")
          ? await serialized(store, (transaction) =>
              takeCode(transaction, vault, owner.accountId, field("code"), now(), "app"),
            )
          : null;
        if (!form.has("code") || fault !== null) {
          const notice = fault === null ? null : { isGood: false, text: FAULTS[fault] };
          const page = await questionPage(action.ask, request, event.url, typed);
          return await render(event, page, { email, notice }, fault === null ? 200 : 409);
        }
      }
      const { to, done } = await actingAs(email, () => action.work(request));
      return redirect(`${to}${to.includes("?") ? "&" : "?"}${new URLSearchParams({ done })}`);
    } catch (error) {
      return show({ typed, notice: { isGood: false, text: refusalText(error) } }, 409);
    }
  }

  function respond(
    event: H3Event,
    response: OfficeResponse,
    shell: Partial<OfficeShell>,
    status: number,
  ): Promise<unknown> | Response {
    if ("json" in response) {
      const headers = {
        ...HEADERS.privateJson,
        "content-disposition": `attachment; filename="tableside-customer.json"`,
      };
      return new Response(JSON.stringify(response.json, null, 2), { headers });
    }
    return render(event, response, shell, status);
  }

  function render(
    event: H3Event,
    { name, title, data }: PageContent,
    shell: Partial<OfficeShell>,
    status: number,
  ): Promise<unknown> {
    const defaults = { lang: "en", email: null, notice: null, typed: null } as const;
    const path = event.url.pathname;
    const owner: OfficePage = {
      shell: { ...defaults, nowMs: now(), timeZone, place: path, status, ...shell },
      title,
      data,
    };
    return deps.renderPage(
      event,
      new Headers(PAGE_HEADERS),
      { owner },
      { path: `/owner/${name}/` },
    );
  }

  function findOwner(event: H3Event) {
    return sessionOwner(store, getCookie(event, SESSION) ?? "", now());
  }

  function ownForm(event: H3Event): Promise<URLSearchParams> {
    return readOwnForm(event, [event.url.origin], deps.isTimeKnown);
  }
}

async function questionPage(
  ask: NonNullable<Action["ask"]>,
  request: OfficeRequest,
  { pathname, search }: URL,
  typed: Fields,
): Promise<PageContent> {
  const { title, facts, caution = "", yes, shown = "" } = await ask(request);
  const data = { facts, caution, yes: yes ?? title.replace(/\?$/, "") };
  const [action, fields] = [pathname + search, { ...typed, shown }];
  return { name: "question", title, data: { ...data, action, fields } };
}

function requireMethod({ req }: H3Event, allowed: string): void {
  if (!allowed.split(", ").includes(req.method)) {
    throw methodNotAllowed(allowed);
  }
}

function redirect(to: string, ...cookies: readonly string[]): Response {
  return redirectTo(to, 303, cookies);
}

function doneNotice(query: URLSearchParams): OfficeShell["notice"] {
  const code = query.get("done") ?? "";
  return Object.hasOwn(DONE, code) ? { isGood: true, text: DONE[code as keyof typeof DONE] } : null;
}

function emptyPage(error: unknown): OfficeResponse {
  return { name: "empty", title: refusalText(error), data: null };
}

function refusalText(error: unknown): string {
  if (error instanceof InvalidInput) {
    return error.message;
  }
  throw error;
}

/** The address of a client; behind a tunnel, this machine's. */
function remoteAddress({ runtime }: H3Event): string {
  const request = runtime?.node?.req;
  return request instanceof IncomingMessage ? (request.socket.remoteAddress ?? "") : "";
}
