import { CHALLENGE_MS } from "../../account/auth/passkey-challenges.ts";

/* The cookies of the back office. They are sent to its pages only, and to no page that another site leads to. */

export const SESSION = "tableside.owner";
/** What a passkey is asked to sign. */
export const CHALLENGE = "tableside.owner.challenge";

export function sessionCookie(token: string, lifetimeMs: number): string {
  return cookie(SESSION, token, lifetimeMs);
}

export function challengeCookie(value: string): string {
  return cookie(CHALLENGE, value, CHALLENGE_MS);
}

function cookie(name: string, value: string, lifetimeMs: number): string {
  return `${name}=${value}; Path=/owner; Max-Age=${lifetimeMs / 1_000}; HttpOnly; SameSite=Strict`;
}
