import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isAPIError } from "better-auth/api";
import type { Store } from "../../store/store.ts";
import { HALF, shortCookie } from "../cookies.ts";
import { readCode } from "./authenticator.ts";
import { ADDRESS_HEADER, HALF_SIGN_IN_S, openAuth } from "./better-auth.ts";
import type { AuthOptions, AccountMail } from "./better-auth.ts";
import { changePassword, isPasswordUnchanged, storedPasswordHash } from "./change-password.ts";
import { createHalfSignIns } from "./half-sign-ins.ts";
import { createSecondFactors } from "./second-factors.ts";
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
  | "bad_token"
  | "wrong_code"
  /** The password must be typed again. */
  | "late_code"
  | "codes_locked";

/** The `set-cookie` headers for the browser, or why nothing was done. */
export type Outcome =
  | {
      readonly cookies: readonly string[];
      /** The password was right, and a code is asked for: nobody is signed in yet. */
      readonly needsCode?: boolean;
      /** A recovery code was used up. */
      readonly usedRecovery?: boolean;
      readonly fault?: undefined;
    }
  | { readonly fault: AccountFault };

/** Registration, sign-in and passwords. */
export interface Accounts {
  /** Registers, or does nothing when the address is taken. The outcome is the same. */
  register(email: string, password: string, lang: string): Promise<Outcome>;
  signIn(email: string, password: string, client: Client): Promise<Outcome>;
  /** Ends a sign-in that needs a code, with one of the app or a recovery code. */
  enterCode(typed: string, client: Client): Promise<Outcome>;
  /**
   * Begins a session for whom a passkey has signed, without a code.
   *
   * @param isStillThere whether the passkey is, asked once the session has begun.
   * @returns no cookies when the passkey was removed meanwhile, or its account.
   */
  signInWithPasskey(
    accountId: string,
    isStillThere: () => Promise<boolean>,
    client: Client,
  ): Promise<readonly string[]>;
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
  INVALID_CODE: "wrong_code",
  INVALID_BACKUP_CODE: "wrong_code",
  ACCOUNT_TEMPORARILY_LOCKED: "codes_locked",
  INVALID_TWO_FACTOR_COOKIE: "late_code",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "late_code",
  TOTP_NOT_ENABLED: "late_code",
  BACKUP_CODES_NOT_ENABLED: "late_code",
  // Another recovery code was used at the same moment.
  CONFLICT: "late_code",
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
  const { store, vault, hashing, mustVerify, secure, sendMail } = options;
  const factors = createSecondFactors(options);
  const halves = createHalfSignIns(vault.derive("half sign-ins"));

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
    let needsCode = false;
    const outcome = await withMails(async () => {
      const headers = headersOf({ ...client, cookie: "" });
      const body = { email, password };
      const answer = await api.signInEmail({ body, headers, returnHeaders: true });
      needsCode = "twoFactorRedirect" in answer.response;
      return cookiesOf(answer);
    });
    if (outcome.fault !== undefined) {
      return outcome;
    }
    const isUnchanged = await isPasswordUnchanged(store, email, hash);
    if (needsCode && isUnchanged) {
      const challenge = challengeIn(pairsOf(outcome.cookies));
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
    // A session of this browser has no say in it.
    const headers = headersOf({ ...client, cookie: challenge });
    const outcome = await outcomeOf(async () => {
      if (kind === "recovery") {
        return cookiesOf(
          await api.verifyBackupCode({ body: { code }, headers, returnHeaders: true }),
        );
      }
      // What was used already is a wrong code like any other, and counts as one.
      const body = { code: (await factors.take(user.id, code)) ? code : "" };
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
    await api.signOut({ headers: headersOf({ ...client, cookie: pairsOf(cookies) }) });
    return { fault };
  }

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
    async signInWithPasskey(accountId, isStillThere, client) {
      const headers = headersOf({ ...client, cookie: "" });
      const answer = await api.startSession({ body: { accountId }, headers, returnHeaders: true });
      const cookies = cookiesOf(answer);
      if (await isStillThere()) {
        return cookies;
      }
      await api.signOut({ headers: headersOf({ ...client, cookie: pairsOf(cookies) }) });
      return [];
    },
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
  return isAPIError(error) ? String(error.body?.code ?? error.status) : "";
}

async function userOf({ db }: Store, email: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom("account_user")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
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

/** Cookies as a browser sends them back. */
function pairsOf(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** The library's cookie that waits for a code, whole; empty: none. */
function challengeIn(cookie: string): string {
  return /(?:^|; )((?:__Secure-)?tableside\.two_factor=[^;]+)/.exec(cookie)?.[1] ?? "";
}

/** The value of one of our own cookies. */
function cookieIn(cookie: string, name: string): string {
  const pair = cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? "";
}
