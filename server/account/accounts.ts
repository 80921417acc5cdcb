import { setTimeout as pause } from "node:timers/promises";
import { isAPIError } from "better-auth/api";
import type { Store } from "../store/store.ts";
import { ADDRESS_HEADER, openAuth } from "./auth.ts";
import type { AuthOptions } from "./auth.ts";
import { changeOwnPassword } from "./own-password.ts";
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
  | "unverified"
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
  EMAIL_NOT_VERIFIED: "unverified",
  INVALID_TOKEN: "bad_token",
  TOKEN_EXPIRED: "bad_token",
  USER_NOT_FOUND: "bad_token",
};

/** Accounts, for pages that have made their own checks of origin and rate. */
export function createAccounts(options: AuthOptions): Accounts {
  const { api } = openAuth(options);
  const { store, hashing, mustVerify } = options;

  const signIn: Accounts["signIn"] = (email, password, client) =>
    outcomeOf(async () => {
      const headers = headersOf({ ...client, cookie: "" });
      const body = { email, password };
      return cookiesOf(await api.signInEmail({ body, headers, returnHeaders: true }));
    });

  return {
    signIn,
    register: (email, password, lang) =>
      outcomeOf(async () => {
        const covered = pause(hashing.coverMs);
        try {
          await api.signUpEmail({ body: { name: "", email, password, lang } });
        } catch (error) {
          // Of two at once, the second finds the address taken only when it writes.
          if (codeOf(error) !== "FAILED_TO_CREATE_USER" || !(await isTaken(store, email))) {
            throw error;
          }
        }
        await covered;
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
          ? { accountId: found.user.id, email: found.user.email, sessionId: found.session.id }
          : undefined,
        cookies: cookiesOf(answer),
      };
    },
    verify: (token) =>
      outcomeOf(async () => {
        await api.verifyEmail({ query: { token } });
        return [];
      }),
    async requestReset(email) {
      await outcomeOf(async () => {
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
