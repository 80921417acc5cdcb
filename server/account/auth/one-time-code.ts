import { Secret, TOTP } from "otpauth";

/* One-time codes by RFC 6238, as authenticator apps make them: six digits, new every 30 s. */

const PERIOD_MS = 30_000;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A new secret, in base32, as people type it into an app. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** A secret as apps read it from a QR code. */
export function totpUri(secret: string, email: string): string {
  return codesOf(secret, email).toString();
}

/** The number of the half minute of a time. */
export function periodAt(atMs: number): number {
  return Math.floor(atMs / PERIOD_MS);
}

/** The code of a half minute. */
export function codeAt(secret: string, period: number): string {
  return codesOf(secret).generate({ timestamp: period * PERIOD_MS });
}

/**
 * The half minute that a code belongs to; undefined when it is none of the present one and `window` before
 * and after it. Whoever takes a code must never take one of that half minute or an earlier one again.
 *
 * @param secret empty: it could not be read. Anybody can make the codes of an empty secret, so none is taken.
 */
export function periodOf(
  secret: string,
  code: string,
  nowMs: number,
  window = 1,
): number | undefined {
  if (secret === "") {
    return undefined;
  }
  const delta = codesOf(secret).validate({ token: code, timestamp: nowMs, window });
  return delta === null ? undefined : periodAt(nowMs) + delta;
}

function codesOf(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: "Tableside", label, secret: Secret.fromBase32(secret) });
}
