import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { SignedOutError } from "../errors.ts";
import { openAuth } from "./better-auth.ts";
import type { AuthOptions, AccountMail } from "./better-auth.ts";
import { changePassword } from "./change-password.ts";
import { cookiesOf, headersOf } from "./client.ts";
import type { Client } from "./client.ts";
import { codeOf, outcomeOf } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import { createSecondFactors } from "./second-factors.ts";
import type { SignedIn } from "./sessions.ts";
import { createSignIns } from "./sign-ins.ts";
import type { SignIns } from "./sign-ins.ts";
import { userOf } from "./user-of.ts";

/** Registration, sign-in and passwords. */
export interface Accounts extends SignIns {
  /** Registers, or does nothing when the address is taken. The outcome is the same. */
  register(email: string, password: string, lang: string): Promise<Outcome>;
  signOut(client: Client): Promise<readonly string[]>;
  /** Who is signed in, with cookies that renew the session. */
  whoIs(client: Client): Promise<{ who: SignedIn | undefined; cookies: readonly string[] }>;
  /** Sets the language of mails to the account. A power cut may undo it. */
  setLanguage(accountId: string, lang: string): Promise<void>;
  /** Confirms an e-mail address by a mailed link. */
  verify(token: string): Promise<Outcome>;
  /** Mails a link to choose a new password, if the account exists. */
  requestReset(email: string): Promise<void>;
  /** Sets a new password by a mailed link, and ends all sessions. */
  reset(token: string, password: string): Promise<Outcome>;
  /**
   * Changes the password, ends all sessions, and starts a new one for this browser, which needs a code
   * where one is asked for.
   *
   * @throws SignedOutError when the session ended meanwhile.
   */
  changePassword(
    who: SignedIn,
    current: string,
    password: string,
    client: Client,
  ): Promise<Outcome>;
  /**
   * Whether this is the password of the account that is signed in.
   *
   * @throws SignedOutError when the session ended meanwhile.
   */
  checkPassword(password: string, client: Client): Promise<boolean>;
}

/** What accounts need. */
export interface AccountOptions extends Omit<AuthOptions, "sendMail"> {
  /** Accepts a mail for sending. The call that caused it waits, and fails if this fails. */
  readonly sendMail: (mail: AccountMail) => Promise<void>;
}

/** Accounts, for callers that have already checked the request's origin and rate limits. */
export function createAccounts(options: AccountOptions): Accounts {
  /** The mails of each call under way. The library itself would swallow a failure to send one. */
  const written = new AsyncLocalStorage<AccountMail[]>();
  const { api } = openAuth({ ...options, sendMail: (mail) => written.getStore()?.push(mail) });
  const { store, vault, hashing, mustVerify, secure, sendMail } = options;
  const factors = createSecondFactors(options);

  /**
   * Does `work` and sends the mails that it writes. Failures, and outcomes without cookies, take equally
   * long with or without a mail, so that the time does not reveal whether an account exists.
   */
  async function withMails(work: () => Promise<readonly string[]>): Promise<Outcome> {
    const minimum = pause(hashing.minAnswerMs);
    const mails: AccountMail[] = [];
    const outcome = await written.run(mails, () => outcomeOf(work));
    for (const mail of mails) {
      await sendMail(mail);
    }
    if (outcome.fault !== undefined || outcome.cookies.length === 0) {
      await minimum;
    }
    return outcome;
  }

  const { signIn, enterCode } = createSignIns({ store, vault, api, factors, secure, withMails });

  return {
    signIn,
    enterCode,
    register: (email, password, lang) =>
      withMails(async () => {
        try {
          await api.signUpEmail({ body: { name: "", email, password, lang } });
        } catch (error) {
          // Of two registrations at once, the second learns only on insert that the address is taken.
          if (
            codeOf(error) !== "FAILED_TO_CREATE_USER" ||
            (await userOf(store, email)) === undefined
          ) {
            throw error;
          }
        }
        return [];
      }),
    async signOut(client) {
      return cookiesOf(await api.signOut({ headers: headersOf(client), returnHeaders: true }));
    },
    async whoIs(client) {
      const answer = await api.getSession({ headers: headersOf(client), returnHeaders: true });
      const found = answer.response;
      const isGood = found !== null && (found.user.emailVerified || !mustVerify);
      return {
        who: isGood
          ? {
              accountId: found.user.id,
              email: found.user.email,
              sessionId: found.session.id,
              lang: found.user.lang,
            }
          : undefined,
        cookies: cookiesOf(answer),
      };
    },
    async setLanguage(accountId, lang) {
      await store.lazyDb
        .updateTable("account_user")
        .set({ lang })
        .where("id", "=", accountId)
        .execute();
    },
    verify: (token) =>
      outcomeOf(async () => {
        await api.verifyEmail({ query: { token } });
        return [];
      }),
    async requestReset(email) {
      await withMails(async () => {
        // Starts at a random moment, so that the delay this causes to other requests does not reveal
        // whether the account exists.
        await pause(randomInt(Math.floor(hashing.minAnswerMs / 2) + 1));
        await api.requestPasswordReset({ body: { email: email.toLowerCase() } });
        return [];
      });
    },
    reset: (token, password) =>
      outcomeOf(async () => {
        await api.resetPassword({ body: { token, newPassword: password } });
        return [];
      }),
    async changePassword(who, current, password, client) {
      const fault = await changePassword(options, who, current, password);
      return fault === undefined ? signIn(who.email, password, client) : { fault };
    },
    async checkPassword(password, client) {
      const outcome = await outcomeOf(async () => {
        try {
          await api.verifyPassword({ body: { password }, headers: headersOf(client) });
        } catch (error) {
          throw codeOf(error) === "UNAUTHORIZED"
            ? new SignedOutError("This session is over.")
            : error;
        }
        return [];
      });
      return outcome.fault === undefined;
    },
  };
}
