import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Remembers in a signed cookie that somebody typed their password a moment ago. It belongs to one
 * session, so it is worth nothing without that session's own cookie, and ends with it.
 */
export interface FreshPasswords {
  /** The value of the cookie for a password that was checked at `atMs`, epoch ms. */
  issue(sessionId: string, atMs: number): string;
  /** Whether the cookie says that the password of this session was checked minutes ago at most. */
  isFresh(cookie: string, sessionId: string, nowMs: number): boolean;
}

/** How long a password that was typed counts. */
export const FRESH_MS = 5 * 60_000;

/** @param key 32 bytes that only the servers of this service know. */
export function createFreshPasswords(key: Uint8Array): FreshPasswords {
  const sign = (sessionId: string, at: string) =>
    createHmac("sha256", key).update(`${sessionId} ${at}`).digest();
  return {
    issue: (sessionId, atMs) => `${atMs}.${sign(sessionId, String(atMs)).toString("base64url")}`,
    isFresh(cookie, sessionId, nowMs) {
      const [at = "", signature = ""] = cookie.split(".");
      const given = Buffer.from(signature, "base64url");
      const wanted = sign(sessionId, at);
      const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
      // The clocks of two servers may differ, so that it seems to come from the future.
      return isOurs && Math.abs(nowMs - Number(at)) <= FRESH_MS;
    },
  };
}
