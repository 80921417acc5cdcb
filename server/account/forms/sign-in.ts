import type { NoticeCode } from "../../../src/account/notices.ts";
import { audit } from "../audit-log.ts";
import type { AccountFault } from "../auth/accounts.ts";
import { cookieOf, DEVICE, lasting } from "../cookies.ts";
import { normaliseEmail } from "../email-address.ts";
import type { Desk } from "../portal-context.ts";
import { goTo, unlessBusy } from "../portal-request.ts";
import type { OwnVisit, Redirect, Visit } from "../portal-request.ts";

/*
 * The forms of who is not signed in, and the way out. What they answer does not depend on whether
 * there is such an account, neither in words nor in time.
 */

const SIGN_IN = "/account/sign-in/";
const REGISTER = "/account/register/";
/** Of what was typed as an address, so much is shown again: it has to fit into a cookie. */
const MAX_SHOWN = 300;

/** Registers, or seems to where the address is taken: whose it is hears of it by mail. */
export async function register(desk: Desk, visit: Visit): Promise<Redirect> {
  const { email, again } = emailOf(visit);
  if (!desk.guard.mayRegister(visit.client.address)) {
    return goTo(REGISTER, "slow_down", again);
  }
  return unlessBusy(REGISTER, async () => {
    const outcome = await desk.accounts.register(email, visit.field("password"), visit.lang);
    return outcome.fault === undefined
      ? goTo(SIGN_IN, desk.mailsReachPeople ? "registered_mail" : "registered", again)
      : goTo(REGISTER, codeOf(outcome.fault), again);
  });
}

/** Signs in, in a new session whatever the browser came with, and makes the browser a known one. */
export async function signIn(desk: Desk, visit: Visit): Promise<Redirect> {
  const { client } = visit;
  const { email, again } = emailOf(visit);
  const device = desk.devices.recognise(cookieOf(client.cookie, DEVICE) ?? "", email);
  if (!desk.guard.maySignIn(client.address, email, device)) {
    return goTo(SIGN_IN, "slow_down", again);
  }
  return unlessBusy(SIGN_IN, async () => {
    const outcome = await desk.accounts.signIn(email, visit.field("password"), client);
    if (outcome.fault !== undefined) {
      const code = desk.mailsReachPeople ? "wrong_or_unconfirmed" : "wrong_credentials";
      return goTo(SIGN_IN, code, again);
    }
    const cookies = [...outcome.cookies];
    if (device === undefined) {
      cookies.push(lasting(DEVICE, desk.devices.issue(email), desk.secure));
    }
    const session = cookies.map((cookie) => cookie.split(";")[0]).join("; ");
    const { who } = await desk.accounts.whoIs({ ...client, cookie: session });
    if (who !== undefined) {
      const from = { address: client.address };
      await audit(desk.store.db, who.accountId, "signed_in", visit.nowMs, from);
    }
    return goTo("/account/", undefined, { cookies });
  });
}

/** Ends the session of this browser. */
export async function signOut(desk: Desk, visit: OwnVisit): Promise<Redirect> {
  const cookies = await desk.accounts.signOut(visit.client);
  await audit(desk.store.db, visit.who.accountId, "signed_out", visit.nowMs);
  return goTo(SIGN_IN, "signed_out", { cookies });
}

/** Has a link mailed, if there is such an account and its mailbox has not had too many. */
export async function forgot(desk: Desk, visit: Visit): Promise<Redirect> {
  if (!desk.guard.mayReset(visit.client.address)) {
    return goTo("/account/forgot/", "slow_down");
  }
  await desk.accounts.requestReset(emailOf(visit).email);
  return goTo(SIGN_IN, "reset_sent");
}

/** Chooses another password by a mailed link. */
export async function reset(desk: Desk, visit: Visit): Promise<Redirect> {
  const token = visit.field("token");
  const here = `/account/reset/?${new URLSearchParams({ token })}`;
  return unlessBusy(here, async () => {
    const outcome = await desk.accounts.reset(token, visit.field("password"));
    if (outcome.fault === undefined) {
      return goTo(SIGN_IN, "password_reset");
    }
    return outcome.fault === "bad_token"
      ? goTo("/account/forgot/", "bad_token")
      : goTo(here, codeOf(outcome.fault));
  });
}

/** A link out of a mail. Programs that look into mails may follow it too, which does no harm. */
export async function verify(desk: Desk, visit: Visit): Promise<Redirect> {
  const outcome = await desk.accounts.verify(visit.url.searchParams.get("token") ?? "");
  return goTo(SIGN_IN, outcome.fault === undefined ? "verified" : "bad_token");
}

/** The address that was typed, and the same for the next page, where it is to be seen again. */
function emailOf(visit: Visit) {
  const typed = visit.field("email");
  return { email: normaliseEmail(typed), again: { carry: { email: typed.slice(0, MAX_SHOWN) } } };
}

/** What is wrong with a new password, or with the address beside it. No password is a short one. */
function codeOf(fault: AccountFault): NoticeCode {
  return fault === "bad_email" || fault === "long_password" ? fault : "short_password";
}
