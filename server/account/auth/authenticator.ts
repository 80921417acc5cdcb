import { randomInt } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Vault } from "../../access/vault.ts";
import { newTotpSecret, periodOf } from "./one-time-code.ts";

/** How the secrets, codes and recovery codes of second factors are made, read and kept. */

/** What stops whoever knows a password from trying codes: it counts in the database, for all servers. */
export const LOCK = { maxFailedAttempts: 10, durationSeconds: 900 } as const;

/** Half minutes before and after the present one. The library takes one; its clock is read a little later. */
const WINDOW = 2;
/** Says to the library that a secret is not text. */
const BYTES = "base32:";
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Without letters that are read as others. Each of ten stands for five bits. */
const RECOVERY_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** The secret that the library signs cookies and encrypts with. */
export function sealKey(vault: Vault): string {
  return Buffer.from(vault.derive("sessions")).toString("base64");
}

/** Encrypts a text as the library does. */
export function seal(vault: Vault, text: string): Promise<string> {
  return symmetricEncrypt({ key: sealKey(vault), data: text });
}

// Of a damaged row no code of that kind is right, and one of the other kind helps out.

/** The secret that the library or `seal` encrypted; empty: it cannot be decrypted. */
export function openSecret(vault: Vault, sealed: string): Promise<string> {
  return open(vault, sealed).catch(() => "");
}

/** The recovery codes that the library or `seal` encrypted, in JSON; none, if they cannot be decrypted. */
export function openRecoveryCodes(vault: Vault, sealed: string): Promise<string> {
  return open(vault, sealed).catch(() => "[]");
}

// The library throws for what is no hexadecimal text at once.
async function open(vault: Vault, sealed: string): Promise<string> {
  return symmetricDecrypt({ key: sealKey(vault), data: sealed });
}

/** A new secret, as it is kept. */
export function newSecret(): string {
  return BYTES + newTotpSecret();
}

/** A secret as people type it into an app. */
export function typedSecret(secret: string): string {
  return secret.slice(BYTES.length);
}

/** The half minute near `nowMs` that a code belongs to; undefined: none. */
export function periodOfCode(secret: string, code: string, nowMs: number): number | undefined {
  return periodOf(typedSecret(secret), code, nowMs, WINDOW);
}

/** Ten new recovery codes, such as abcde-23456. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: RECOVERY_LENGTH }, () =>
      RECOVERY_LETTERS.charAt(randomInt(RECOVERY_LETTERS.length)),
    );
    return hyphenated(letters.join(""));
  });
}

/** What somebody typed, as a code of an app or a recovery code. */
export function readCode(typed: string): {
  readonly kind: "app" | "recovery";
  readonly code: string;
} {
  const code = typed.toLowerCase().replaceAll(/[^\da-z]/g, "");
  return /^\d{6}$/.test(code)
    ? { kind: "app", code }
    : { kind: "recovery", code: hyphenated(code) };
}

function hyphenated(letters: string): string {
  return `${letters.slice(0, RECOVERY_LENGTH / 2)}-${letters.slice(RECOVERY_LENGTH / 2)}`;
}
