import { isAPIError } from "better-auth/api";
import { isOrphaned } from "../../store/store-error.ts";

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

/** Does `work`; gives what is wrong with what was typed, where it fails because of that. */
export async function outcomeOf(work: () => Promise<readonly string[]>): Promise<Outcome> {
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

/** The library's error code, also where it had found an account that was then deleted; empty for any other error. */
export function codeOf(error: unknown): string {
  if (isOrphaned(error)) {
    return "USER_NOT_FOUND";
  }
  return isAPIError(error) ? String(error.body?.code ?? error.status) : "";
}
