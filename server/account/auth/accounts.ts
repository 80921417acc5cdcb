import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomInt } from "node:crypto";
import { unescape } from "node:querystring";
import { setTimeout as pause } from "node:timers/promises";
import { verifyJWT } from "better-auth/crypto";
import { findAccount } from "../../access/subscriptions.ts";
import { audit } from "../../store/audit.ts";
import { serialized } from "../../store/serialized.ts";
import type { Db, Store, Transaction } from "../../store/store.ts";
import { challengeIn, cookieHeader } from "../cookies.ts";
import { attempt, cookiesOf, headersOf, libraryCode } from "./auth-call.ts";
import type { AccountFault, Client, Outcome } from "./auth-call.ts";
import { openAuth } from "./better-auth.ts";
import type { AuthOptions, AccountMail } from "./better-auth.ts";
import { moveAccount } from "./move-account.ts";
import type { FormerAddress } from "./move-account.ts";
import { changePassword, findCredential, isUnchanged } from "./passwords.ts";
import { readCode, sealKey, takeCode } from "./second-factors.ts";
import { SignedOutError } from "./sessions.ts";
import type { SignedIn } from "./sessions.ts";

export interface AccountOptions extends Omit<AuthOptions, "sendMail"> {
  /** The call that caused the email waits for `sendMail`, and fails if `sendMail` fails. */
  readonly sendMail: (mail: AccountMail) => Promise<void>;
  readonly emailChanged: (transaction: Transaction, former: FormerAddress) => Promise<void>;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Manages accounts, for callers that have already checked the request's origin and rate limits. */
export function createAccounts(options: AccountOptions) {
  /** The emails that each running call has caused: the library itself would hide a failure to send one. */
  const emailsOfCall = new AsyncLocalStorage<AccountMail[]>();
  const { api } = openAuth({ ...options, sendMail: (mail) => emailsOfCall.getStore()?.push(mail) });
  const { store, vault, hashing, mustVerify, sendMail, emailChanged, now } = options;

  /**
   * Runs `work` and sends its emails. Failures, and outcomes without cookies, take equally long with or without an
   * email, so the time does not reveal whether an account exists.
   */
  async function withEmails(work: () => Promise<readonly string[] | void>): Promise<Outcome> {
    const minimumWait = pause(hashing.minResponseMs);
    const emails: AccountMail[] = [];
    const outcome = await emailsOfCall.run(emails, () => attempt(work));
    for (const mail of emails) {
      await sendMail(mail);
    }
    if (outcome.fault !== undefined || outcome.cookies.length === 0) {
      await minimumWait;
    }
    return outcome;
  }

  /** The check is slow: if the password changes in the meantime, no session starts. */
  async function signIn(email: string, password: string, client: Client): Promise<Outcome> {
    const known = await findCredential(store, { email });
    let needsCode = false;
    const outcome = await withEmails(async () => {
      const headers = headersOf({ ...client, cookie: "" });
      const body = { email, password };
      const result = await api.signInEmail({ body, headers, returnHeaders: true });
      needsCode = "twoFactorRedirect" in result.response;
      return cookiesOf(result);
    });
    if (outcome.fault !== undefined) {
      // No link is involved: the account was deleted in the meantime, so treat it as unknown.
      return outcome.fault === "bad_token" ? { fault: "wrong_password" } : outcome;
    }
    if (known === undefined || !(await isUnchanged(store, known))) {
      return cancelSignIn(outcome.cookies, client, "wrong_password");
    }
    return needsCode ? { ...outcome, needsCode } : outcome;
  }

  /** Completes a sign-in with a code. A change of the password cancels the sign-in. */
  async function enterCode(typed: string, client: Client): Promise<Outcome> {
    const challenge = challengeIn(client.cookie);
    const accountId = await accountAwaitingCode(store, challenge, now());
    const known = accountId && (await findCredential(store, { accountId }));
    if (!known) {
      return { fault: "late_code" };
    }
    // The library consumes recovery codes itself.
    const fault = await serialized(store, (transaction) =>
      takeCode(transaction, vault, known.accountId, typed, now()),
    );
    if (fault !== null) {
      return { fault };
    }
    const { kind, code } = readCode(typed);
    const outcome = await attempt(async () => {
      const verify = kind === "recovery" ? api.verifyBackupCode : api.verifyTOTP;
      // A session in this browser does not matter here.
      const headers = headersOf({ ...client, cookie: challenge });
      return cookiesOf(await verify({ body: { code }, headers, returnHeaders: true }));
    });
    if (outcome.fault !== undefined) {
      return outcome;
    }
    return (await isUnchanged(store, known))
      ? { ...outcome, usedRecovery: kind === "recovery" }
      : cancelSignIn(outcome.cookies, client, "late_code");
  }

  async function cancelSignIn(
    cookies: readonly string[],
    client: Client,
    fault: AccountFault,
  ): Promise<Outcome> {
    await api.signOut({ headers: headersOf({ ...client, cookie: cookieHeader(cookies) }) });
    return { fault };
  }

  /** Runs `work`. Throws a SignedOutError if the library finds no session. */
  async function requireSession<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw libraryCode(error) === "UNAUTHORIZED" ? new SignedOutError() : error;
    }
  }

  /** The content of an emailed link; null if the library did not sign it or it has expired. */
  const readLink = (token: string) =>
    verifyJWT<{
      email: string;
      updateTo?: string;
      userId: string;
      requestType: string;
      iat: number;
    }>(token, sealKey(vault));

  /** The content of a link; undefined if it has expired, was used, or was cancelled by a new password. */
  async function addressLink(token: string, db: Db = store.db) {
    const link = await readLink(token);
    if (link?.updateTo === undefined) {
      return undefined;
    }
    const account = await db
      .selectFrom("account_user")
      .innerJoin("account_credential", "account_credential.user_id", "account_user.id")
      .select(["account_user.id", "account_credential.updated_at"])
      .where("account_user.id", "=", link.userId)
      .where("account_user.email", "=", link.email)
      .executeTakeFirst();
    if (account === undefined || Math.floor(Date.parse(account.updated_at) / 1_000) > link.iat) {
      return undefined;
    }
    const side =
      link.requestType === "change-email-confirmation" ? ("old" as const) : ("new" as const);
    return { side, accountId: account.id, newEmail: link.updateTo };
  }

  /** The account of a client's session, and the cookies that renew the session. */
  async function whoIs(
    client: Client,
  ): Promise<{ who: SignedIn | undefined; cookies: readonly string[] }> {
    const result = await api.getSession({ headers: headersOf(client), returnHeaders: true });
    const found = result.response;
    if (found === null || (mustVerify && !found.user.emailVerified)) {
      return { who: undefined, cookies: cookiesOf(result) };
    }
    const { id: accountId, email, lang } = found.user;
    const who = { accountId, email, sessionId: found.session.id, lang };
    return { who, cookies: cookiesOf(result) };
  }

  return {
    signIn,
    enterCode,
    whoIs,
    addressLink,
    /** Registers an account. If the address is taken, the outcome is the same, but nothing is registered. */
    register: (email: string, password: string, lang: string) =>
      withEmails(async () => {
        try {
          await api.signUpEmail({ body: { name: "", email, password, lang } });
        } catch (error) {
          // When two registrations run at once, the second learns only on insert that the address is taken.
          const isRejected = libraryCode(error) === "FAILED_TO_CREATE_USER";
          if (!isRejected || !(await findAccount(store.db, email.toLowerCase()))) {
            throw error;
          }
        }
      }),
    async signOut(client: Client): Promise<readonly string[]> {
      return cookiesOf(await api.signOut({ headers: headersOf(client), returnHeaders: true }));
    },
    /** Sets the language of an account's emails. A power cut may undo this. */
    async setLanguage(accountId: string, lang: string): Promise<void> {
      await store.lazyDb
        .updateTable("account_user")
        .set({ lang })
        .where("id", "=", accountId)
        .execute();
    },
    /** Confirms an address by a link. Links that move an account have their own page. */
    verify: (token: string) =>
      attempt(async () => {
        // The library would move the account even with a link that a new password has cancelled.
        if ((await readLink(token))?.updateTo === undefined) {
          await api.verifyEmail({ query: { token } });
        }
      }),
    async requestReset(email: string): Promise<void> {
      await withEmails(async () => {
        // A random start, so that the delay to other requests does not reveal whether the account exists.
        await pause(randomInt(Math.floor(hashing.minResponseMs / 2) + 1));
        await api.requestPasswordReset({ body: { email: email.toLowerCase() } });
      });
    },
    reset: (token: string, password: string) =>
      attempt(async () => {
        await api.resetPassword({ body: { token, newPassword: password } });
      }),
    /**
     * Ends all sessions, and starts a new one for this browser, which needs a code if the account uses codes.
     *
     * @throws SignedOutError if the session has ended in the meantime.
     */
    async changePassword(
      who: SignedIn,
      current: string,
      password: string,
      client: Client,
    ): Promise<Outcome> {
      const fault = await changePassword(options, who, current, password);
      return fault === undefined ? signIn(who.email, password, client) : { fault };
    },
    /** @throws SignedOutError if the session has ended in the meantime. */
    async checkPassword(password: string, client: Client): Promise<boolean> {
      const input = { body: { password }, headers: headersOf(client) };
      const outcome = await attempt(async () => {
        await requireSession(() => api.verifyPassword(input));
      });
      return outcome.fault === undefined;
    },
    /**
     * The response is the same if another account has the new address.
     *
     * @throws SignedOutError if the session has ended in the meantime.
     */
    async requestAddressChange(who: SignedIn, newEmail: string, client: Client): Promise<void> {
      await withEmails(async () => {
        await requireSession(() =>
          api.changeEmail({ body: { newEmail }, headers: headersOf(client) }),
        );
      });
      await audit(store.db, who.accountId, "address_change_asked", now());
    },
    /**
     * When the old mailbox approves, the new mailbox gets a link; when the new one approves too, the account moves. The
     * library only writes the address, so the transaction that moves the account is our own.
     */
    async approveAddress(
      token: string,
      client: Client,
    ): Promise<"agreed" | "changed" | "bad_token"> {
      const link = await addressLink(token);
      if (link?.side === "old") {
        const outcome = await withEmails(async () => {
          await api.verifyEmail({ query: { token } });
        });
        return outcome.fault === undefined ? "agreed" : "bad_token";
      }
      const { who } = await whoIs(client);
      return serialized(store, async (transaction) => {
        // Check again: another request may have opened the same link.
        if (link === undefined || (await addressLink(token, transaction)) === undefined) {
          return "bad_token";
        }
        const { accountId, newEmail: email } = link;
        const keepsSession = who?.accountId === accountId ? who.sessionId : null;
        const former = await moveAccount(transaction, accountId, { email, keepsSession }, now());
        if (typeof former === "string") {
          return "bad_token";
        }
        // The entry contains no addresses, because the log outlives the account.
        await audit(transaction, accountId, "address_changed", now());
        await emailChanged(transaction, former);
        return "changed";
      });
    },
  };
}

async function accountAwaitingCode(
  { db }: Store,
  challenge: string,
  nowMs: number,
): Promise<string | undefined> {
  const value = unescape(challenge.slice(challenge.indexOf("=") + 1));
  const id = value.slice(0, value.lastIndexOf("."));
  const row = await db
    .selectFrom("account_token")
    .innerJoin("account_two_factor", "account_two_factor.user_id", "account_token.value")
    .select("account_token.value")
    .where("identifier", "=", createHash("sha256").update(id).digest("base64url"))
    .where("account_token.expires_at", ">", new Date(nowMs).toISOString())
    .where("account_two_factor.verified", "=", 1)
    .executeTakeFirst();
  return row?.value;
}
