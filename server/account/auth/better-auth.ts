import { betterAuth } from "better-auth";
import type { Vault } from "../../access/vault.ts";
import type { Store } from "../../store/store.ts";
import type { Hashing } from "./password-hashing.ts";

/** What happens to an account before anybody is signed in. */
export type AccountEvent = "registered" | "verified" | "password_reset";

/** A letter with a link, to be mailed. */
export interface Letter {
  readonly kind: "verify" | "reset" | "taken";
  readonly to: string;
  readonly lang: string;
  /** What the link proves; empty for one that proves nothing. */
  readonly token: string;
}

/** What accounts are kept with. */
export interface AuthOptions {
  readonly store: Store;
  readonly vault: Vault;
  readonly hashing: Hashing;
  /** Whether an address has to be confirmed first: only where mails reach people. */
  readonly mustVerify: boolean;
  /** Whether cookies go over TLS alone. */
  readonly secure: boolean;
  /** Is told of a letter within the call that writes it. */
  readonly post: (letter: Letter) => void;
  /** Writes down what was done with an account by somebody who is not signed in. */
  readonly note: (accountId: string, event: AccountEvent) => Promise<void>;
}

/** Cookies go to the account's pages alone: never to a table, which others frame. */
const PATH = "/account";
/** Carries the address of who asks, as the proxies tell it. */
export const ADDRESS_HEADER = "x-tableside-client";
const DAY_S = 86_400;
const SESSION_S = 14 * DAY_S;
const RESET_S = 3_600;
export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 200;

/**
 * The core of better-auth, with no plug-in. Its HTTP routes are not served: our own pages call what
 * they need.
 */
export function openAuth(options: AuthOptions) {
  const { store, vault, hashing, mustVerify, secure, post, note } = options;
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
      // It holds no link that anybody would hand on, so it is for mail alone.
      onExistingUserSignUp: async ({ user }) =>
        mustVerify
          ? post({ kind: "taken", to: user.email, lang: langOf(user), token: "" })
          : undefined,
      async onPasswordReset({ user }) {
        // The library ends them before it writes the new password: the old one may have begun another.
        await store.db.deleteFrom("account_session").where("user_id", "=", user.id).execute();
        await note(user.id, "password_reset");
      },
    },
    emailVerification: {
      sendOnSignUp: mustVerify,
      sendOnSignIn: mustVerify,
      expiresIn: DAY_S,
      sendVerificationEmail: async ({ user, token }) =>
        post({ kind: "verify", to: user.email, lang: langOf(user), token }),
      afterEmailVerification: ({ id }) => note(id, "verified"),
    },
    databaseHooks: {
      user: { create: { after: ({ id }) => note(id, "registered") } },
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
