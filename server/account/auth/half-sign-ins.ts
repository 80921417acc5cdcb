import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Remembers in a signed cookie whose password was right, while its code is awaited. It belongs to one
 * challenge of the library and to one password: when the password changes, the old one is worth nothing.
 */
export interface HalfSignIns {
  /**
   * The value of the cookie.
   *
   * @param challenge the library's cookie, which the code is sent with.
   * @param hash the stored hash of the password.
   */
  issue(challenge: string, email: string, hash: string): string;
  /** What a cookie says; undefined if it was not issued for this challenge. */
  read(cookie: string, challenge: string): HalfSignIn | undefined;
}

/** A password that was right. */
export interface HalfSignIn {
  readonly email: string;
  /** Whether this is still the stored hash of the password. */
  isOf(hash: string): boolean;
}

/** @param key 32 bytes that only the servers of this service know. */
export function createHalfSignIns(key: Uint8Array): HalfSignIns {
  const sign = (...parts: readonly string[]) =>
    createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
  return {
    issue(challenge, email, hash) {
      const body = `${Buffer.from(email).toString("base64url")}.${sign("password", hash)}`;
      return `${body}.${sign("cookie", body, challenge)}`;
    },
    read(cookie, challenge) {
      const [email = "", password = "", signature = ""] = cookie.split(".");
      return isSame(signature, sign("cookie", `${email}.${password}`, challenge))
        ? {
            email: Buffer.from(email, "base64url").toString(),
            isOf: (hash) => isSame(password, sign("password", hash)),
          }
        : undefined;
    },
  };
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
