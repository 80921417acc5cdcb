import type { RequestListener } from "node:http";
import { html } from "@lit-labs/ssr";
import { H3, getCookie } from "h3";
import type { H3Event } from "h3";
import { toNodeHandler } from "h3/node";
import { InvalidInput } from "../../access/errors.ts";
import { BusyError } from "../../account/errors.ts";
import { readFields } from "../../account/form-body.ts";
import { faultResponse } from "../../http/fault-response.ts";
import { HEADERS } from "../../http/headers.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { methodNotAllowed, notFound } from "../../http/refusal.ts";
import { CaseRefused, ReviewError } from "../../payment/errors.ts";
import { actingAs } from "../acts.ts";
import { listCsv } from "../list.ts";
import { codeIn, isRead, ourForm, pageAnswer, redirect } from "./answers.ts";
import { booksPage } from "./books.ts";
import { CASE_ADVICE } from "./case-advice.ts";
import { DONE } from "./context.ts";
import type {
  DoneCode,
  OfficeAnswer,
  OfficeContext,
  OfficeRequest,
  OfficeRoute,
} from "./context.ts";
import { SESSION } from "./cookies.ts";
import { changeCustomer, customerPage } from "./customer.ts";
import { customersPage } from "./customers.ts";
import { addEntrance } from "./entrance.ts";
import { changeGame, gamesPage } from "./games.ts";
import { mailsPage, sendTest } from "./mails.ts";
import { overview } from "./overview.ts";
import type { Notice, View } from "./page.ts";
import { paymentsPage } from "./payments.ts";
import { changePeople, peoplePage } from "./people.ts";
import { changePlans, plansPage } from "./plans.ts";
import { decide, reviewPage } from "./review.ts";
import { userOf } from "./sessions.ts";
import { MAX_PASSWORD, SIGN_IN } from "./sign-in-pages.ts";
import { prove } from "./sign-in.ts";
import { trailPage } from "./trail.ts";
import { BACK, typedIn } from "./typed.ts";
import type { OfficeUser } from "./users.ts";

/** The pages for whoever is signed in. */
export const OFFICE_ROUTES: Readonly<Record<string, OfficeRoute>> = {
  "/owner/": { get: overview },
  "/owner/customers/": { get: customersPage },
  "/owner/customer/": { get: customerPage, post: changeCustomer },
  "/owner/payments/": { get: paymentsPage },
  "/owner/review/": { get: reviewPage, post: decide },
  "/owner/books/": { get: booksPage },
  "/owner/mails/": { get: mailsPage, post: sendTest },
  "/owner/games/": { get: gamesPage, post: changeGame },
  "/owner/plans/": { get: plansPage, post: changePlans },
  "/owner/people/": { get: peoplePage, post: changePeople },
  "/owner/trail/": { get: trailPage },
};

const TOO_MANY: View = { title: "Too many files", body: html`` };

/**
 * The back office: pages for whoever runs the service, on a port that the public does not reach. Nobody
 * sees any of them without password and one-time code.
 */
export function createOffice(context: OfficeContext): RequestListener {
  const { store, vault, hashing, now, log } = context;
  /** Whoever is signed in may try their password so often, and download so many lists, which are read whole. */
  const confirmations = rateLimit({ burst: 10, everyMs: 60_000, now });
  const files = rateLimit({ burst: 60, everyMs: 2_000, now });
  const app = new H3({
    silent: true,
    onError: (error, event) => faultResponse(error, event, log),
  });
  app.all("/", () => redirect("/owner/"));
  addEntrance(app, context);
  app.all("/owner/**", answer);
  return toNodeHandler(app);

  async function answer(event: H3Event): Promise<Response> {
    const { pathname, searchParams } = event.url;
    const query = readFields(searchParams);
    const route = OFFICE_ROUTES[pathname];
    if (route === undefined) {
      if (Object.hasOwn(OFFICE_ROUTES, `${pathname}/`)) {
        return redirect(`${pathname}/`);
      }
      throw notFound();
    }
    const isForm = event.req.method === "POST";
    if (!isRead(event) && (!isForm || route.post === undefined)) {
      throw methodNotAllowed(route.post === undefined ? "GET, HEAD" : "GET, HEAD, POST");
    }
    const form = isForm ? await ourForm(event, context) : new URLSearchParams();
    const nowMs = now();
    const user = await userOf(store, getCookie(event, SESSION) ?? "", nowMs);
    if (user === undefined) {
      return redirect(SIGN_IN);
    }
    const request: OfficeRequest = {
      user,
      query,
      field: (name) => form.get(name) ?? "",
      typed: typedIn(form),
      nowMs,
      origin: event.url.origin,
      confirm: () => confirm(user, form),
    };
    if (searchParams.has("csv") && !files.take(user.id)) {
      const text = "Too many files. Wait a minute.";
      return pageAnswer(TOO_MANY, pathname, user.email, { isGood: false, text }, 429);
    }
    const { post } = route;
    if (!isForm || post === undefined || request.field("do").startsWith(BACK)) {
      return show(await pageOf(route, request), request, pathname, doneNotice(searchParams));
    }
    try {
      const given = await actingAs(user.email, () => post(context, request));
      if ("body" in given) {
        return pageAnswer(given, pathname, user.email, null);
      }
      const { to, done } = given;
      return redirect(`${to}${to.includes("?") ? "&" : "?"}${new URLSearchParams({ done })}`);
    } catch (error) {
      const text = refusalText(error);
      const view = await pageOf(route, request);
      const notice = { isGood: false, text, hasForm: request.typed.isThere() };
      return show(view, request, pathname, notice, 409);
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
    return pageAnswer(given, place, user.email, notice, status);
  }
}

function doneNotice(query: URLSearchParams): Notice | null {
  const code = query.get("done");
  return code !== null && Object.hasOwn(DONE, code)
    ? { isGood: true, text: DONE[code as DoneCode] }
    : null;
}

/** Why something was not done, in words; anything else is a fault of ours and goes on. */
function refusalText(error: unknown): string {
  if (error instanceof CaseRefused) {
    return `${error.message} ${CASE_ADVICE[error.code]}`;
  }
  if (error instanceof ReviewError || error instanceof InvalidInput) {
    return error.message;
  }
  throw error;
}
