import { browserName } from "../../../src/account/browser-name.ts";
import type { NoticeCode } from "../../../src/account/notices.ts";
import { audit } from "../../store/audit.ts";
import type { AccountFault } from "../auth/auth-call.ts";
import { wasUsed } from "../auth/move-account.ts";
import { DEVICE, cookieHeader, setCookie, YEAR_S } from "../cookies.ts";
import { normaliseEmail } from "../email-address.ts";
import { goTo, noticeIfBusy } from "../request.ts";
import type { Handler, PortalRequest, Redirect } from "../request.ts";
import { recentPasswordCookie } from "./require-password.ts";

/* The forms for signing in and out. Neither the text nor the time of a response reveals whether an account exists. */

const SIGN_IN = "/account/sign-in/";
const REGISTER = "/account/register/";
export const CODE = "/account/sign-in/code/";
/** Characters of a typed email address that are shown again: they must fit in a cookie. */
const MAX_SHOWN = 300;
const MAX_BROWSER = 40;

/** Registers an account. If the address is taken, the response is the same, and that address gets an email. */
export const register: Handler<PortalRequest> = async (request) => {
  const { email, keepEmail } = emailOf(request);
  if (!request.limits.mayRegister(request.client.address)) {
    return goTo(REGISTER, "slow_down", keepEmail);
  }
  return noticeIfBusy(REGISTER, async () => {
    const outcome = await request.accounts.register(email, request.field("password"), request.lang);
    return outcome.fault === undefined
      ? goTo(SIGN_IN, request.isMailed ? "registered_mail" : "registered", keepEmail)
      : goTo(REGISTER, noticeOf(outcome.fault), keepEmail);
  });
};

export const signIn: Handler<PortalRequest> = async (request) => {
  const { client } = request;
  const { email, keepEmail } = emailOf(request);
  const device = request.signed.knownDevice(request.cookies[DEVICE], email);
  if (!request.limits.maySignIn(client.address, email, device)) {
    return goTo(SIGN_IN, "slow_down", keepEmail);
  }
  return noticeIfBusy(SIGN_IN, async () => {
    const outcome = await request.accounts.signIn(email, request.field("password"), client);
    if (outcome.fault !== undefined) {
      const code = request.isMailed ? "wrong_or_unconfirmed" : "wrong_credentials";
      return goTo(SIGN_IN, code, keepEmail);
    }
    return outcome.needsCode === true
      ? goTo(CODE, undefined, { cookies: outcome.cookies })
      : completeSignIn(request, outcome.cookies);
  });
};

export const enterCode: Handler<PortalRequest> = async (request) => {
  const { client } = request;
  if (!request.limits.mayEnterCode(client.address)) {
    return goTo(CODE, "slow_down");
  }
  const outcome = await request.accounts.enterCode(request.field("code"), client);
  switch (outcome.fault) {
    case undefined:
      return completeSignIn(request, outcome.cookies, outcome.usedRecovery);
    case "wrong_code":
    case "codes_locked":
      return goTo(CODE, outcome.fault);
    default:
      return goTo(SIGN_IN, "late_code");
  }
};

async function completeSignIn(
  request: PortalRequest,
  sessionCookies: readonly string[],
  usedRecovery = false,
): Promise<Redirect> {
  const { client, nowMs } = request;
  const { who } = await request.accounts.whoIs({ ...client, cookie: cookieHeader(sessionCookies) });
  if (who === undefined) {
    return goTo("/account/", undefined, { cookies: sessionCookies });
  }
  const { db } = request.store;
  const isKnown = request.signed.knownDevice(request.cookies[DEVICE], who.email) !== undefined;
  const from = clientDetail(client);
  if (usedRecovery) {
    await audit(db, who.accountId, "recovery_code_used", nowMs, from);
  }
  // The browser that created the account is not reported as new.
  const isNews = !isKnown && (await wasUsed(db, who.accountId));
  await audit(db, who.accountId, isNews ? "signed_in_elsewhere" : "signed_in", nowMs, from);
  const device = setCookie(DEVICE, request.signed.signDevice(who.email), YEAR_S, request.secure);
  const cookies = [
    ...sessionCookies,
    ...(isKnown ? [] : [device]),
    recentPasswordCookie(request, who.sessionId),
  ];
  return goTo("/account/", undefined, { cookies });
}

export const signOut: Handler = async (request) => {
  const cookies = await request.accounts.signOut(request.client);
  await audit(request.store.db, request.who.accountId, "signed_out", request.nowMs);
  return goTo(SIGN_IN, "signed_out", { cookies });
};

/** Emails a reset link, if the account exists and its mailbox has not had too many emails. */
export const forgot: Handler<PortalRequest> = async (request) => {
  if (!request.limits.mayReset(request.client.address)) {
    return goTo("/account/forgot/", "slow_down");
  }
  await request.accounts.requestReset(emailOf(request).email);
  return goTo(SIGN_IN, "reset_sent");
};

export const reset: Handler<PortalRequest> = async (request) => {
  const token = request.field("token");
  const here = `/account/reset/?${new URLSearchParams({ token })}`;
  return noticeIfBusy(here, async () => {
    const outcome = await request.accounts.reset(token, request.field("password"));
    if (outcome.fault === undefined) {
      return goTo(SIGN_IN, "password_reset");
    }
    return outcome.fault === "bad_token"
      ? goTo("/account/forgot/", "bad_token")
      : goTo(here, noticeOf(outcome.fault));
  });
};

/** Follows a confirmation link. A mail scanner may follow it too, which does no harm. */
export const verify: Handler<PortalRequest> = async (request) => {
  const outcome = await request.accounts.verify(request.url.searchParams.get("token") ?? "");
  return goTo(SIGN_IN, outcome.fault === undefined ? "verified" : "bad_token");
};

/** The address and browser of a sign-in. An unknown browser may call itself anything. */
function clientDetail({ address, userAgent }: PortalRequest["client"]): Record<string, string> {
  const browser = browserName(userAgent);
  return browser === userAgent ? { address } : { address, browser: browser.slice(0, MAX_BROWSER) };
}

/** The typed email address, normalised, and unchanged for the next page to show again. */
function emailOf(request: PortalRequest) {
  const typed = request.field("email");
  return {
    email: normaliseEmail(typed),
    keepEmail: { carry: { email: typed.slice(0, MAX_SHOWN) } },
  };
}

/** The notice for a refused registration or reset. An empty password counts as a short one. */
function noticeOf(fault: AccountFault): NoticeCode {
  return fault === "bad_email" || fault === "long_password" ? fault : "short_password";
}
