import { isAPIError } from "better-auth/api";
import { isOrphaned } from "../../store/store-error.ts";

/** Where a request came from, as sessions store it. */
export interface Client {
  readonly cookie: string;
  readonly address: string;
  readonly userAgent: string;
}

/** The header that carries the client's address, as resolved from the proxies' headers. */
export const ADDRESS_HEADER = "x-tableside-client";

export function headersOf({ cookie, address, userAgent }: Client): Headers {
  return new Headers({ cookie, "user-agent": userAgent.slice(0, 300), [ADDRESS_HEADER]: address });
}

export function cookiesOf({ headers }: { headers: Headers | null }): string[] {
  return headers?.getSetCookie() ?? [];
}

/** The `set-cookie` headers for the browser, or the fault in the user's input. */
export type Outcome =
  | {
      readonly cookies: readonly string[];
      /** The password was right and a code is required: nobody is signed in yet. */
      readonly needsCode?: boolean;
      readonly usedRecovery?: boolean;
      readonly fault?: undefined;
    }
  | { readonly fault: AccountFault };

export type AccountFault = (typeof FAULTS)[keyof typeof FAULTS];

const FAULTS = {
  INVALID_EMAIL: "bad_email",
  VALIDATION_ERROR: "bad_email",
  PASSWORD_TOO_SHORT: "short_password",
  PASSWORD_TOO_LONG: "long_password",
  INVALID_EMAIL_OR_PASSWORD: "wrong_password",
  INVALID_PASSWORD: "wrong_password",
  // A distinct fault would reveal whether an address was free to register.
  EMAIL_NOT_VERIFIED: "wrong_password",
  INVALID_TOKEN: "bad_token",
  TOKEN_EXPIRED: "bad_token",
  USER_NOT_FOUND: "bad_token",
  INVALID_CODE: "wrong_code",
  INVALID_BACKUP_CODE: "wrong_code",
  ACCOUNT_TEMPORARILY_LOCKED: "codes_locked",
  // The password must be typed again.
  INVALID_TWO_FACTOR_COOKIE: "late_code",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "late_code",
  TOTP_NOT_ENABLED: "late_code",
  BACKUP_CODES_NOT_ENABLED: "late_code",
  // Another recovery code was used at the same moment.
  CONFLICT: "late_code",
} as const;

/** Runs `work`; returns a fault if the user's input made it fail. */
export async function attempt(work: () => Promise<readonly string[] | void>): Promise<Outcome> {
  try {
    return { cookies: (await work()) ?? [] };
  } catch (error) {
    const fault = (FAULTS as Readonly<Record<string, AccountFault>>)[libraryCode(error)];
    if (fault === undefined) {
      throw error;
    }
    return { fault };
  }
}

/** The library's error code; empty for any other error. */
export function libraryCode(error: unknown): string {
  if (isOrphaned(error)) {
    return "USER_NOT_FOUND";
  }
  return isAPIError(error) ? String(error.body?.code ?? error.status) : "";
}
