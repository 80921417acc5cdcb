import { Secret, TOTP } from "otpauth";

/** The code that an authenticator app shows for a base32 secret, `away` half-minute periods from a time. */
export function codeAt(secret: string, atMs: number = Date.now(), away = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: atMs + away * 30_000,
  });
}
