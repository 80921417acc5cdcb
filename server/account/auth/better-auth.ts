import { betterAuth } from "better-auth";
import { APIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins/two-factor";
import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  RESET_LINK_MINUTES,
} from "../../../src/wire/account-limits.ts";
import type { Vault } from "../../access/vault.ts";
import type { Store } from "../../store/store.ts";
import { ADDRESS_HEADER } from "./auth-call.ts";
import type { Hashing } from "./password-hashing.ts";
import { LOCK, openRecoveryCodes, seal, sealKey } from "./second-factors.ts";
import { endAccess } from "./sessions.ts";

export interface AccountMail {
  readonly kind: "verify" | "reset" | "taken" | "address_old" | "address_new";
  readonly to: string;
  readonly lang: string;
  /** The secret in the link; empty for an email without one. */
  readonly token: string;
  readonly newEmail?: string;
}

export interface AuthOptions {
  readonly store: Store;
  readonly vault: Vault;
  readonly hashing: Hashing;
  /** Whether an address must be confirmed before sign-in, which requires working email. */
  readonly mustVerify: boolean;
  /** Whether cookies are sent over TLS only. */
  readonly secure: boolean;
  readonly sendMail: (mail: AccountMail) => void;
  readonly note: (
    accountId: string,
    event: "registered" | "verified" | "password_reset",
  ) => Promise<void>;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Cookies go to the account pages only, never to a table, which other sites frame. */
const PATH = "/account";
const DAY_S = 86_400;
const SESSION_S = 14 * DAY_S;
/** Age at which a used session is extended, well below its length, so that no session ends while it is used. */
const EXTENDED_AFTER_S = DAY_S;
const RESET_S = RESET_LINK_MINUTES * 60;
/** How long a sign-in with the right password waits for its code. */
const CODE_S = 600;

/** Opens the core of better-auth. Its HTTP routes are not served: our own pages call its API. */
export function openAuth(options: AuthOptions) {
  const { store, vault, hashing, mustVerify, secure, sendMail, note, now } = options;
  const langOf = (user: object) => ("lang" in user ? String(user.lang) : "en");
  const times = { createdAt: "created_at", updatedAt: "updated_at" };
  return betterAuth({
    appName: "Tableside",
    baseURL: secure ? "https://tableside.invalid" : "http://tableside.invalid",
    basePath: PATH,
    secret: sealKey(vault),
    // "sqlite" on both engines, so that the tables are the same: times as ISO text, flags as 0 and 1. Apart from that,
    // the library's SQL is standard.
    database: { db: store.db, type: "sqlite" },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: mustVerify,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: hashing,
      resetPasswordTokenExpiresIn: RESET_S,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) =>
        sendMail({ kind: "reset", to: user.email, lang: langOf(user), token }),
      // Without SMTP, emails go to a file for the owner of the service, to whom this email is useless.
      onExistingUserSignUp: async ({ user }) =>
        mustVerify
          ? sendMail({ kind: "taken", to: user.email, lang: langOf(user), token: "" })
          : undefined,
      async onPasswordReset({ user }) {
        // The library ends the sessions before it writes the new password. In between, the old password may have
        // started another session, or a sign-in that waits for its code.
        await endAccess(store.db, user.id);
        await note(user.id, "password_reset");
      },
    },
    emailVerification: {
      sendOnSignUp: mustVerify,
      sendOnSignIn: mustVerify,
      expiresIn: DAY_S,
      sendVerificationEmail: async ({ user, token }) =>
        sendMail({
          kind: isMove(token) ? "address_new" : "verify",
          to: user.email,
          lang: langOf(user),
          token,
        }),
      async afterEmailVerification(user: { readonly id: string } | null) {
        // The account was deleted at the same moment.
        if (user === null) {
          throw new APIError("UNAUTHORIZED", { code: "USER_NOT_FOUND" });
        }
        await note(user.id, "verified");
      },
    },
    // The library uses the machine's clock, but these times are shown next to times from the service's clock.
    databaseHooks: {
      user: {
        create: {
          before: async (user) => ({ data: { ...user, createdAt: new Date(now()) } }),
          after: ({ id }) => note(id, "registered"),
        },
      },
      session: {
        create: {
          before: async (session) => ({ data: { ...session, createdAt: new Date(now()) } }),
        },
      },
    },
    user: {
      modelName: "account_user",
      fields: { emailVerified: "email_verified", ...times },
      additionalFields: { lang: { type: "string", required: true, defaultValue: "en" } },
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: async ({ user, newEmail, token }) =>
          sendMail({ kind: "address_old", to: user.email, lang: langOf(user), token, newEmail }),
      },
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
      updateAge: EXTENDED_AFTER_S,
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
      // A stolen database must not contain links that still open accounts.
      storeIdentifier: "hashed",
    },
    advanced: {
      cookiePrefix: "tableside",
      useSecureCookies: secure,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: PATH },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      // The store creates the tables.
      database: { validateSchema: false },
    },
    plugins: [
      twoFactor({
        accountLockout: LOCK,
        backupCodeOptions: {
          storeBackupCodes: {
            encrypt: (codes) => seal(vault, codes),
            decrypt: (sealed) => openRecoveryCodes(vault, sealed),
          },
        },
        twoFactorCookieMaxAge: CODE_S,
        schema: {
          user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
          twoFactor: {
            modelName: "account_two_factor",
            fields: {
              userId: "user_id",
              backupCodes: "backup_codes",
              failedVerificationCount: "failed_count",
              lockedUntil: "locked_until",
            },
          },
        },
      }),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // The library would log email addresses.
    logger: { disabled: true },
  });
}

/** Whether a link confirms the new address of a moving account, according to the library's own token. */
function isMove(token: string): boolean {
  const [, body = ""] = token.split(".");
  return "updateTo" in (JSON.parse(Buffer.from(body, "base64url").toString()) as object);
}
