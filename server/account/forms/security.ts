import { audit } from "../audit-log.ts";
import { endSessions, writeAs } from "../auth/sessions.ts";
import { deleteAccount } from "../delete-account.ts";
import type { Desk } from "../portal-context.ts";
import { goTo, unlessBusy } from "../portal-request.ts";
import type { OwnVisit, Redirect } from "../portal-request.ts";

/* The forms of sessions, password and the end of an account. */

const SECURITY = "/account/security/";

/** Chooses another password, which signs out every other browser. */
export async function changePassword(desk: Desk, visit: OwnVisit): Promise<Redirect> {
  const { client, who } = visit;
  if (!desk.guard.mayConfirm(who.accountId)) {
    return goTo(SECURITY, "slow_down");
  }
  return unlessBusy(SECURITY, async () => {
    const outcome = await desk.accounts.changePassword(
      who,
      visit.field("current"),
      visit.field("password"),
      client,
    );
    switch (outcome.fault) {
      case undefined:
        await audit(desk.store.db, who.accountId, "password_changed", visit.nowMs);
        return goTo(SECURITY, "password_changed", { cookies: outcome.cookies });
      case "short_password":
      case "long_password":
        return goTo(SECURITY, outcome.fault);
      default:
        return goTo(SECURITY, "wrong_password");
    }
  });
}

/** Ends one session, or all others. */
export async function endSession(desk: Desk, visit: OwnVisit): Promise<Redirect> {
  const { accountId, sessionId } = visit.who;
  const id = visit.field("session");
  await writeAs(desk.store, visit.who, async (transaction) => {
    await endSessions(transaction, accountId, id === "" ? { allBut: sessionId } : { id });
    await audit(transaction, accountId, "session_ended", visit.nowMs);
  });
  return goTo(SECURITY, "sessions_ended");
}

/** Deletes the account of who knows its password. */
export async function deleteOwn(desk: Desk, visit: OwnVisit): Promise<Redirect> {
  const { client, who } = visit;
  if (!desk.guard.mayConfirm(who.accountId)) {
    return goTo(SECURITY, "slow_down");
  }
  return unlessBusy(SECURITY, async () => {
    if (!(await desk.accounts.checkPassword(visit.field("password"), client))) {
      return goTo(SECURITY, "wrong_password");
    }
    await writeAs(desk.store, who, (transaction) =>
      deleteAccount(transaction, who.accountId, visit.nowMs),
    );
    const cookies = await desk.accounts.signOut(client);
    await desk.changes.look();
    return goTo("/account/register/", "deleted", { cookies });
  });
}
