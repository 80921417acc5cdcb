import { betterAuth } from "better-auth";
import { isAPIError } from "better-auth/api";
import type { Vault } from "../access/vault.ts";
import type { Store } from "../store/store.ts";
import type { Hashing } from "./hashing.ts";

/** Who is signed in, and by which session. */
export interface SignedIn {
  readonly accountId: string;
  readonly email: string;
  readonly sessionId: string;
}

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
  /** Changes the password, and ends all other sessions. */
  changePassword(current: string, password: string, client: Client): Promise<Outcome>;
  /** Whether this is the password of who is signed in. */
  checkPassword(password: string, client: Client): Promise<boolean>;
}

/** A letter with a link, to be mailed. */
export interface Letter {
  readonly kind: "verify" | "reset" | "taken";
  readonly to: string;
  readonly lang: string;
  /** What the link proves; empty for one that proves nothing. */
  readonly token: string;
}

export interface AccountsOptions {
  readonly store: Store;
  readonly vault: Vault;
  readonly hashing: Hashing;
  /** Whether an address has to be confirmed first: only where mails reach people. */
  readonly mustVerify: boolean;
  /** Whether cookies go over TLS alone. */
  readonly secure: boolean;
  /** Sends a letter; not waited for. */
  readonly post: (letter: Letter) => void;
}

/** Cookies go to the account's pages alone: never to a table, which others frame. */
const PATH = "/account";
const ADDRESS_HEADER = "x-tableside-client";
const DAY_S = 86_400;
const SESSION_S = 14 * DAY_S;
const RESET_S = 3_600;
const MIN_PASSWORD = 10;
const MAX_PASSWORD = 200;

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

/**
 * Accounts by better-auth's core, with no plug-in. Its HTTP routes are not served: our own pages call
 * what they need, after their own checks of origin and rate.
 */
export function createAccounts(options: AccountsOptions): Accounts {
  const { api } = betterAuthOf(options);
  const { mustVerify } = options;

  return {
    register: (email, password, lang) =>
      outcomeOf(async () => {
        await api.signUpEmail({ body: { name: "", email, password, lang } });
        return [];
      }),
    signIn: (email, password, client) =>
      outcomeOf(async () => {
        const headers = headersOf({ ...client, cookie: "" });
        const body = { email, password };
        return cookiesOf(await api.signInEmail({ body, headers, returnHeaders: true }));
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
    changePassword: (current, password, client) =>
      outcomeOf(async () => {
        const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true };
        const headers = headersOf(client);
        return cookiesOf(await api.changePassword({ body, headers, returnHeaders: true }));
      }),
    async checkPassword(password, client) {
      const outcome = await outcomeOf(async () => {
        await api.verifyPassword({ body: { password }, headers: headersOf(client) });
        return [];
      });
      return outcome.fault === undefined;
    },
  };
}

function betterAuthOf({ store, vault, hashing, mustVerify, secure, post }: AccountsOptions) {
  const langOf = (user: object) => ("lang" in user ? String(user.lang) : "en");
  const times = { createdAt: "created_at", updatedAt: "updated_at" };
  return betterAuth({
    appName: "Tableside",
    baseURL: secure ? "https://tableside.invalid" : "http://tableside.invalid",
    basePath: PATH,
    secret: Buffer.from(vault.derive("sessions")).toString("base64"),
    // Said to be SQLite on both engines, so that the tables are the same: times as ISO text, flags as
    // 0 and 1. What it does beyond that is plain SQL.
    database: { db: store.db, type: "sqlite" },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: mustVerify,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      password: hashing,
      resetPasswordTokenExpiresIn: RESET_S,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) =>
        post({ kind: "reset", to: user.email, lang: langOf(user), token }),
      onExistingUserSignUp: async ({ user }) =>
        post({ kind: "taken", to: user.email, lang: langOf(user), token: "" }),
    },
    emailVerification: {
      sendOnSignUp: mustVerify,
      sendOnSignIn: mustVerify,
      expiresIn: DAY_S,
      sendVerificationEmail: async ({ user, token }) =>
        post({ kind: "verify", to: user.email, lang: langOf(user), token }),
    },
    user: {
      modelName: "account_user",
      fields: { emailVerified: "email_verified", ...times },
      additionalFields: { lang: { type: "string", required: true, defaultValue: "en" } },
    },
    session: {
      modelName: "account_session",
      fields: {
        userId: "user_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        ...times,
      },
      expiresIn: SESSION_S,
      updateAge: DAY_S,
    },
    account: {
      modelName: "account_credential",
      fields: {
        userId: "user_id",
        accountId: "account_id",
        providerId: "provider_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        ...times,
      },
    },
    verification: {
      modelName: "account_token",
      fields: { expiresAt: "expires_at", ...times },
      // A stolen database shall hold no link that still opens an account.
      storeIdentifier: "hashed",
    },
    advanced: {
      cookiePrefix: "tableside",
      useSecureCookies: secure,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: PATH },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // Our migrations make the tables.
      database: { validateSchema: false },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // It names addresses in what it logs.
    logger: { disabled: true },
  });
}

async function outcomeOf(work: () => Promise<readonly string[]>): Promise<Outcome> {
  try {
    return { cookies: await work() };
  } catch (error) {
    const code = isAPIError(error) ? String(error.body?.code ?? "") : "";
    const fault = FAULTS[code];
    if (fault === undefined) {
      throw error;
    }
    return { fault };
  }
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
