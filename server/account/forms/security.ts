import { audit } from "../../store/audit.ts";
import { endSessions, writeAs } from "../auth/sessions.ts";
import { deleteAccount } from "../delete-account.ts";
import type { PortalContext } from "../portal-context.ts";
import { goTo, orBusyNotice } from "../portal-request.ts";
import type { SignedInRequest, Redirect } from "../portal-request.ts";
import { CODE } from "./sign-in.ts";

/* The forms of the security page: password, sessions, deletion of the account. */

const SECURITY = "/account/security/";

/** Changes the password, which signs out every other browser. */
export async function changePassword(
  context: PortalContext,
  request: SignedInRequest,
): Promise<Redirect> {
  const { client, who } = request;
  if (!context.limits.mayConfirm(who.accountId)) {
    return goTo(SECURITY, "slow_down");
  }
  return orBusyNotice(SECURITY, async () => {
    const outcome = await context.accounts.changePassword(
      who,
      request.field("current"),
      request.field("password"),
      client,
    );
    switch (outcome.fault) {
      case undefined:
        return goTo(outcome.needsCode === true ? CODE : SECURITY, "password_changed", {
          cookies: outcome.cookies,
        });
      case "short_password":
      case "long_password":
        return goTo(SECURITY, outcome.fault);
      default:
        return goTo(SECURITY, "wrong_password");
    }
  });
}

/** Ends one other session, or all others. */
export async function endSession(
  context: PortalContext,
  request: SignedInRequest,
): Promise<Redirect> {
  const { accountId, sessionId } = request.who;
  const id = request.field("session");
  await writeAs(context.store, request.who, async (transaction) => {
    await endSessions(transaction, accountId, id === "" ? { allBut: sessionId } : { id });
    await audit(transaction, accountId, "session_ended", request.nowMs);
  });
  return goTo(SECURITY, "sessions_ended");
}

/** Deletes the account, if the password is right. */
export async function deleteOwn(
  context: PortalContext,
  request: SignedInRequest,
): Promise<Redirect> {
  const { client, who } = request;
  if (!context.limits.mayConfirm(who.accountId)) {
    return goTo(SECURITY, "slow_down");
  }
  return orBusyNotice(SECURITY, async () => {
    if (!(await context.accounts.checkPassword(request.field("password"), client))) {
      return goTo(SECURITY, "wrong_password");
    }
    await writeAs(context.store, who, (transaction) =>
      deleteAccount(transaction, who.accountId, request.nowMs),
    );
    const cookies = await context.accounts.signOut(client);
    await context.changes.look();
    return goTo("/account/register/", "deleted", { cookies });
  });
}
