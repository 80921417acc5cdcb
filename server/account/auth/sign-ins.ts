import type { Vault } from "../../access/vault.ts";
import type { Store } from "../../store/store.ts";
import { challengeIn, cookieIn, HALF, sentBack, shortCookie } from "../cookies.ts";
import { readCode } from "./authenticator.ts";
import { HALF_SIGN_IN_S } from "./better-auth.ts";
import type { openAuth } from "./better-auth.ts";
import { isPasswordUnchanged, storedPasswordHash } from "./change-password.ts";
import { cookiesOf, headersOf } from "./client.ts";
import type { Client } from "./client.ts";
import { createHalfSignIns } from "./half-sign-ins.ts";
import { outcomeOf } from "./outcome.ts";
import type { AccountFault, Outcome } from "./outcome.ts";
import type { SecondFactors } from "./second-factors.ts";
import { userOf } from "./user-of.ts";

/** Signs in with a password, and with a code where one is asked for. */
export interface SignIns {
  signIn(email: string, password: string, client: Client): Promise<Outcome>;
  /** Ends a sign-in that needs a code, with one of the app or a recovery code. */
  enterCode(typed: string, client: Client): Promise<Outcome>;
}

/** Collaborators of sign-ins. */
interface SignInDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly api: ReturnType<typeof openAuth>["api"];
  readonly factors: SecondFactors;
  /** Whether cookies are sent over TLS only. */
  readonly secure: boolean;
  /** Does `work`, sends the mails that it writes, and hides by the time it takes whether there are any. */
  readonly withMails: (work: () => Promise<readonly string[]>) => Promise<Outcome>;
}

export function createSignIns(deps: SignInDeps): SignIns {
  const { store, vault, api, factors, secure, withMails } = deps;
  const halves = createHalfSignIns(vault.derive("half sign-ins"));

  /**
   * Checking a password is slow. If the password is changed meanwhile, which ends all sessions, a
   * session started by the old one must end too.
   */
  async function signIn(email: string, password: string, client: Client): Promise<Outcome> {
    const hash = await storedPasswordHash(store, email);
    let needsCode = false;
    const outcome = await withMails(async () => {
      const headers = headersOf({ ...client, cookie: "" });
      const body = { email, password };
      const answer = await api.signInEmail({ body, headers, returnHeaders: true });
      needsCode = "twoFactorRedirect" in answer.response;
      return cookiesOf(answer);
    });
    if (outcome.fault !== undefined) {
      // No link is in it: the account was deleted meanwhile, and is like one that never was.
      return outcome.fault === "bad_token" ? { fault: "wrong_password" } : outcome;
    }
    const isUnchanged = await isPasswordUnchanged(store, email, hash);
    if (needsCode && isUnchanged) {
      const challenge = challengeIn(sentBack(outcome.cookies));
      const half = halves.issue(challenge, email, hash ?? "");
      const cookies = [...outcome.cookies, shortCookie(HALF, half, HALF_SIGN_IN_S, secure)];
      return { cookies, needsCode };
    }
    return isUnchanged ? outcome : undone(outcome.cookies, client, "wrong_password");
  }

  /**
   * Ends a sign-in with its code. Meanwhile the password may be changed, which ends all sessions: what
   * was begun with the old one must end too.
   */
  async function enterCode(typed: string, client: Client): Promise<Outcome> {
    const challenge = challengeIn(client.cookie);
    const half = halves.read(cookieIn(client.cookie, HALF), challenge);
    const user = half && (await userOf(store, half.email));
    const hash = half && (await storedPasswordHash(store, half.email));
    if (user === undefined || hash === undefined || half?.isOf(hash) !== true) {
      return { fault: "late_code" };
    }
    const { kind, code } = readCode(typed);
    const isTaken = kind === "recovery" || (await factors.take(user.id, code));
    // The library would not get over a secret that cannot be read.
    if (isTaken === null) {
      return { fault: "wrong_code" };
    }
    // A session of this browser has no say in it.
    const headers = headersOf({ ...client, cookie: challenge });
    const outcome = await outcomeOf(async () => {
      if (kind === "recovery") {
        return cookiesOf(
          await api.verifyBackupCode({ body: { code }, headers, returnHeaders: true }),
        );
      }
      // What was used already is a wrong code like any other, and counts as one.
      const body = { code: isTaken ? code : "" };
      return cookiesOf(await api.verifyTOTP({ body, headers, returnHeaders: true }));
    });
    if (outcome.fault !== undefined) {
      // Also when nothing was counted now: a crash may have come between the last wrong code and its note.
      await factors.noteLock(user.id);
      return outcome;
    }
    if (!(await isPasswordUnchanged(store, half.email, hash))) {
      return undone(outcome.cookies, client, "late_code");
    }
    const cookies = [...outcome.cookies, shortCookie(HALF, "", 0, secure)];
    return { cookies, usedRecovery: kind === "recovery" };
  }

  /** Ends the session that these cookies began. */
  async function undone(
    cookies: readonly string[],
    client: Client,
    fault: AccountFault,
  ): Promise<Outcome> {
    await api.signOut({ headers: headersOf({ ...client, cookie: sentBack(cookies) }) });
    return { fault };
  }

  return { signIn, enterCode };
}
