import { IncomingMessage } from "node:http";
import { getCookie } from "h3";
import type { H3, H3Event } from "h3";
import { BusyError } from "../../account/errors.ts";
import { readFields } from "../../account/form-body.ts";
import { rateLimit } from "../../http/rate-limit.ts";
import { methodNotAllowed } from "../../http/refusal.ts";
import { codeIn, isRead, ourForm, pageAnswer, redirect } from "./answers.ts";
import type { OfficeContext } from "./context.ts";
import { SESSION, sessionCookie } from "./cookies.ts";
import { endSession, openSession, SESSION_MS, userOf } from "./sessions.ts";
import {
  joinView,
  MAX_PASSWORD,
  MIN_PASSWORD,
  noInvitationView,
  SIGN_IN,
  signInView,
} from "./sign-in-pages.ts";
import { signIn } from "./sign-in.ts";
import { accept, invitedBy } from "./users.ts";

/** Adds the pages for who is not signed in yet: signing in, accepting an invitation; and signing out. */
export function addEntrance(app: H3, context: OfficeContext): void {
  const { store, vault, hashing, now } = context;
  const attempts = rateLimit({ burst: 30, everyMs: 2_000, now });
  app.all(SIGN_IN, openRoute(showSignIn, sendSignIn));
  app.all("/owner/join/", openRoute(showJoin, sendJoin));
  app.all("/owner/sign-out/", openRoute(undefined, signOut));

  /** A page for everybody, and the form on it. */
  function openRoute(
    get: ((event: H3Event) => Promise<Response>) | undefined,
    post?: (event: H3Event, form: URLSearchParams) => Promise<Response>,
  ) {
    const verbs = [get && "GET, HEAD", post && "POST"].filter(Boolean).join(", ");
    return async (event: H3Event) => {
      readFields(event.url.searchParams);
      if (event.req.method === "POST" && post !== undefined) {
        return post(event, await ourForm(event, context));
      }
      if (get === undefined || !isRead(event)) {
        throw methodNotAllowed(verbs);
      }
      return get(event);
    };
  }

  async function showSignIn(event: H3Event): Promise<Response> {
    const user = await userOf(store, getCookie(event, SESSION) ?? "", now());
    return user === undefined ? signInPage("", null, 200) : redirect("/owner/");
  }

  async function sendSignIn(event: H3Event, form: URLSearchParams): Promise<Response> {
    const email = form.get("email") ?? "";
    const refuse = (text: string, status: number) => signInPage(email, text, status);
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

  function signInPage(email: string, text: string | null, status: number) {
    const notice = text === null ? null : { isGood: false, text };
    return pageAnswer(signInView(email), SIGN_IN, null, notice, status);
  }

  async function showJoin(event: H3Event): Promise<Response> {
    const token = event.url.searchParams.get("token") ?? "";
    const invited = await invitedBy(store, vault, token, now());
    return invited === undefined
      ? pageAnswer(noInvitationView(), "", null, null, 404)
      : pageAnswer(joinView(invited, token), "", null, null);
  }

  async function sendJoin(_event: H3Event, form: URLSearchParams): Promise<Response> {
    const [token, password] = [form.get("token") ?? "", form.get("password") ?? ""];
    const invited = await invitedBy(store, vault, token, now());
    if (invited === undefined) {
      return pageAnswer(noInvitationView(), "", null, null, 404);
    }
    const refuse = (text: string) =>
      pageAnswer(joinView(invited, token), "", null, { isGood: false, text }, 403);
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
}

/** Who is connected. Behind a tunnel that is this machine. */
function remoteAddress({ runtime }: H3Event): string {
  const request = runtime?.node?.req;
  return request instanceof IncomingMessage ? (request.socket.remoteAddress ?? "") : "";
}
