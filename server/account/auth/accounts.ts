import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isAPIError } from "better-auth/api";
import type { Store } from "../../store/store.ts";
import { ADDRESS_HEADER, openAuth } from "./better-auth.ts";
import type { AuthOptions, Letter } from "./better-auth.ts";
import { changeOwnPassword, isStillKept, keptPassword } from "./change-password.ts";
import type { SignedIn } from "./sessions.ts";

/** Where a request comes from, as sessions remember it. */
export interface Client {
  /** The `cookie` header. */
  readonly cookie: string;
  readonly address: string;
  readonly userAgent: string;
}

/** What was wrong with what somebody typed. */
export type AccountFault =
  | "bad_email"
  | "short_password"
  | "long_password"
  | "wrong_password"
  | "bad_token";

/** Either it was done, and the browser is to keep these cookies, or why not. */
export type Outcome =
  | { readonly cookies: readonly string[]; readonly fault?: undefined }
  | { readonly fault: AccountFault };

/** Registering, signing in and all around it. */
export interface Accounts {
  /** Registers, or does nothing when the address is taken: the answer is the same. */
  register(email: string, password: string, lang: string): Promise<Outcome>;
  signIn(email: string, password: string, client: Client): Promise<Outcome>;
  signOut(client: Client): Promise<readonly string[]>;
  /** Who is signed in; the cookies keep the session going. */
  whoIs(client: Client): Promise<{ who: SignedIn | undefined; cookies: readonly string[] }>;
  /** Has mails to the account speak another language; a power cut may undo it. */
  speak(accountId: string, lang: string): Promise<void>;
  /** Confirms the address that a mailed link was for. */
  verify(token: string): Promise<Outcome>;
  /** Mails a link to choose another password, if there is such an account. */
  requestReset(email: string): Promise<void>;
  /** Chooses another password by a mailed link, and ends all sessions. */
  reset(token: string, password: string): Promise<Outcome>;
  /**
   * Changes the password, ends all sessions, and begins a new one here.
   *
   * @throws SignedOutError when the session ended meanwhile.
   */
  changePassword(
    who: SignedIn,
    current: string,
    password: string,
    client: Client,
  ): Promise<Outcome>;
  /** Whether this is the password of who is signed in. */
  checkPassword(password: string, client: Client): Promise<boolean>;
}

const FAULTS: Readonly<Record<string, AccountFault>> = {
  INVALID_EMAIL: "bad_email",
  VALIDATION_ERROR: "bad_email",
  PASSWORD_TOO_SHORT: "short_password",
  PASSWORD_TOO_LONG: "long_password",
  INVALID_EMAIL_OR_PASSWORD: "wrong_password",
  INVALID_PASSWORD: "wrong_password",
  // Whoever has registered an address of somebody else learns from this whether it was free.
  EMAIL_NOT_VERIFIED: "wrong_password",
  INVALID_TOKEN: "bad_token",
  TOKEN_EXPIRED: "bad_token",
  USER_NOT_FOUND: "bad_token",
};

/** What accounts are kept with, and how letters are mailed; an answer waits for that. */
export interface AccountOptions extends Omit<AuthOptions, "post"> {
  readonly post: (letter: Letter) => Promise<void>;
}

/** Accounts, for pages that have made their own checks of origin and rate. */
export function createAccounts(options: AccountOptions): Accounts {
  /** The letters of each call that is under way: the library would keep a fault of the mail to itself. */
  const written = new AsyncLocalStorage<Letter[]>();
  const { api } = openAuth({ ...options, post: (letter) => written.getStore()?.push(letter) });
  const { store, hashing, mustVerify, post } = options;

  /**
   * Does what may write a letter, and mails it. All that fails, and all that tells nobody how it went,
   * takes equally long, with a letter or without.
   */
  async function posting(work: () => Promise<readonly string[]>): Promise<Outcome> {
    const covered = pause(hashing.coverMs);
    const letters: Letter[] = [];
    const outcome = await written.run(letters, () => outcomeOf(work));
    for (const letter of letters) {
      await post(letter);
    }
    if (outcome.fault !== undefined || outcome.cookies.length === 0) {
      await covered;
    }
    return outcome;
  }

  /**
   * A password takes its time to be checked. If it is changed meanwhile, which ends all sessions, the
   * one that began by the earlier password must not outlive that.
   */
  async function signIn(email: string, password: string, client: Client): Promise<Outcome> {
    const kept = await keptPassword(store, email);
    const outcome = await posting(async () => {
      const headers = headersOf({ ...client, cookie: "" });
      const body = { email, password };
      return cookiesOf(await api.signInEmail({ body, headers, returnHeaders: true }));
    });
    if (outcome.fault !== undefined || (await isStillKept(store, email, kept))) {
      return outcome;
    }
    const cookie = outcome.cookies.map((each) => each.split(";")[0]).join("; ");
    await api.signOut({ headers: headersOf({ ...client, cookie }) });
    return { fault: "wrong_password" };
  }

  return {
    signIn,
    register: (email, password, lang) =>
      posting(async () => {
        try {
          await api.signUpEmail({ body: { name: "", email, password, lang } });
        } catch (error) {
          // Of two at once, the second finds the address taken only when it writes.
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
    async speak(accountId, lang) {
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
      await posting(async () => {
        // At some moment of the time that it takes, so that another request of the same visitor is not
        // held up at a known one where there is such an account.
        await pause(randomInt(Math.floor(hashing.coverMs / 2) + 1));
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
      const fault = await changeOwnPassword(options, who, current, password);
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

/** The code of what the library refused; nothing for any other error. */
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

/** Headers of our own making: of the request's, only what may matter. */
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
