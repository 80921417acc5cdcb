import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isAPIError } from "better-auth/api";
import type { Store } from "../../store/store.ts";
import { ADDRESS_HEADER, openAuth } from "./better-auth.ts";
import type { AuthOptions, AccountMail } from "./better-auth.ts";
import { changePassword, isPasswordUnchanged, storedPasswordHash } from "./change-password.ts";
import type { SignedIn } from "./sessions.ts";

/** Where a request comes from, as sessions store it. */
export interface Client {
  /** The `cookie` header. */
  readonly cookie: string;
  readonly address: string;
  readonly userAgent: string;
}

/** What is wrong with what somebody typed. */
export type AccountFault =
  | "bad_email"
  | "short_password"
  | "long_password"
  | "wrong_password"
  | "bad_token";

/** The `set-cookie` headers for the browser, or why nothing was done. */
export type Outcome =
  | { readonly cookies: readonly string[]; readonly fault?: undefined }
  | { readonly fault: AccountFault };

/** Registration, sign-in and passwords. */
export interface Accounts {
  /** Registers, or does nothing when the address is taken. The outcome is the same. */
  register(email: string, password: string, lang: string): Promise<Outcome>;
  signIn(email: string, password: string, client: Client): Promise<Outcome>;
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
   * Changes the password, ends all sessions, and starts a new one for this browser.
   *
   * @throws SignedOutError when the session ended meanwhile.
   */
  changePassword(
    who: SignedIn,
    current: string,
    password: string,
    client: Client,
  ): Promise<Outcome>;
  /** Whether this is the password of the account that is signed in. */
  checkPassword(password: string, client: Client): Promise<boolean>;
}

const FAULTS: Readonly<Record<string, AccountFault>> = {
  INVALID_EMAIL: "bad_email",
  VALIDATION_ERROR: "bad_email",
  PASSWORD_TOO_SHORT: "short_password",
  PASSWORD_TOO_LONG: "long_password",
  INVALID_EMAIL_OR_PASSWORD: "wrong_password",
  INVALID_PASSWORD: "wrong_password",
  // Otherwise somebody who registers another person's address could learn whether it was free.
  EMAIL_NOT_VERIFIED: "wrong_password",
  INVALID_TOKEN: "bad_token",
  TOKEN_EXPIRED: "bad_token",
  USER_NOT_FOUND: "bad_token",
};

/** What accounts need. */
export interface AccountOptions extends Omit<AuthOptions, "sendMail"> {
  /** Accepts a mail for sending. The call that caused it waits, and fails if this fails. */
  readonly sendMail: (mail: AccountMail) => Promise<void>;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Accounts, for callers that have already checked the request's origin and rate limits. */
export function createAccounts(options: AccountOptions): Accounts {
  /** The mails of each call under way. The library itself would swallow a failure to send one. */
  const written = new AsyncLocalStorage<AccountMail[]>();
  const { api } = openAuth({ ...options, sendMail: (mail) => written.getStore()?.push(mail) });
  const { store, hashing, mustVerify, sendMail } = options;

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

  /**
   * Checking a password is slow. If the password is changed meanwhile, which ends all sessions, a
   * session started by the old one must end too.
   */
  async function signIn(email: string, password: string, client: Client): Promise<Outcome> {
    const hash = await storedPasswordHash(store, email);
    const outcome = await withMails(async () => {
      const headers = headersOf({ ...client, cookie: "" });
      const body = { email, password };
      return cookiesOf(await api.signInEmail({ body, headers, returnHeaders: true }));
    });
    if (outcome.fault !== undefined || (await isPasswordUnchanged(store, email, hash))) {
      return outcome;
    }
    const cookie = outcome.cookies.map((each) => each.split(";")[0]).join("; ");
    await api.signOut({ headers: headersOf({ ...client, cookie }) });
    return { fault: "wrong_password" };
  }

  return {
    signIn,
    register: (email, password, lang) =>
      withMails(async () => {
        try {
          await api.signUpEmail({ body: { name: "", email, password, lang } });
        } catch (error) {
          // Of two registrations at once, the second learns only on insert that the address is taken.
          if (codeOf(error) !== "FAILED_TO_CREATE_USER" || !(await isTaken(store, email))) {
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
        await api.verifyPassword({ body: { password }, headers: headersOf(client) });
        return [];
      });
      return outcome.fault === undefined;
    },
  };
}

async function outcomeOf(work: () => Promise<readonly string[]>): Promise<Outcome> {
  try {
    return { cookies: await work() };
  } catch (error) {
    const fault = FAULTS[codeOf(error)];
    if (fault === undefined) {
      throw error;
    }
    return { fault };
  }
}

/** The library's error code; empty for any other error. */
function codeOf(error: unknown): string {
  return isAPIError(error) ? String(error.body?.code ?? "") : "";
}

async function isTaken({ db }: Store, email: string): Promise<boolean> {
  const row = await db
    .selectFrom("account_user")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/** The headers that the library sees. Nothing else of the request reaches it. */
function headersOf({ cookie, address, userAgent }: Client): Headers {
  return new Headers({
    cookie,
    "user-agent": userAgent.slice(0, 300),
    [ADDRESS_HEADER]: address,
  });
}

function cookiesOf({ headers }: { headers: Headers | null }): string[] {
  return headers?.getSetCookie() ?? [];
}
