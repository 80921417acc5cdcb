import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";
import type { Notice } from "../../src/account/page-data.ts";
import { RECENT_PASSWORD_MINUTES } from "../../src/wire/account-limits.ts";

/* Our own cookies and their signatures. better-auth sets the session cookies. */

export const LANG = "tableside.lang";
export const DEVICE = "tableside.device";
export const RECENT_PASSWORD = "tableside.fresh";
export const FLASH = "tableside.flash";

export const YEAR_S = 31_536_000;
const FLASH_MS = 60_000;
export const RECENT_MS = RECENT_PASSWORD_MINUTES * 60_000;

/** Builds a cookie that, like session cookies, only the account pages receive. The value must not need encoding. */
export function setCookie(name: string, value: string, maxAgeS: number, secure: boolean): string {
  const flags = `Path=/account; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax`;
  return `${name}=${value}; ${flags}${secure ? "; Secure" : ""}`;
}

/** The cookie that passes a flash to the next page; an empty value deletes it. */
export function flashCookie(value: string, secure: boolean): string {
  return setCookie(FLASH, value, value === "" ? 0 : FLASH_MS / 1_000, secure);
}

/** The `cookie` header that a browser would send after these `set-cookie` headers. */
export function cookieHeader(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** The library's cookie of a sign-in that waits for a code, name and value; empty if there is none. */
export function challengeIn(cookie: string): string {
  return /(?:^|; )((?:__Secure-)?tableside\.two_factor=[^;]+)/.exec(cookie)?.[1] ?? "";
}

/** Data that one page passes to the next, once. */
export interface Flash {
  readonly notice?: Notice;
  readonly carry?: Readonly<Record<string, string>>;
}

export type SignedCookies = ReturnType<typeof createSignedCookies>;

/** @param key 32 bytes that only the servers of this service know. */
export function createSignedCookies(key: Uint8Array) {
  const secret = createSecretKey(key);
  const sign = (...parts: readonly string[]) =>
    createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");

  function isSigned(signature: string | undefined, ...parts: readonly string[]): boolean {
    const [given, right] = [Buffer.from(signature ?? ""), Buffer.from(sign(...parts))];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  return {
    packFlash(flash: Flash, sentAtMs: number): string {
      const body = Buffer.from(JSON.stringify({ ...flash, sentAtMs })).toString("base64url");
      return `${body}.${sign("flash", body)}`;
    },
    /** Returns an empty flash if the cookie was tampered with or is older than a minute. */
    unpackFlash(cookie: string | undefined, nowMs: number): Flash {
      const [body = "", signature] = cookie?.split(".") ?? [];
      if (body === "" || !isSigned(signature, "flash", body)) {
        return {};
      }
      const text = Buffer.from(body, "base64url").toString("utf8");
      const flash = JSON.parse(text) as Flash & { sentAtMs: number };
      return nowMs - flash.sentAtMs <= FLASH_MS ? flash : {};
    },
    /** The value of `RECENT_PASSWORD`, useless without its session. */
    signRecentPassword: (sessionId: string, atMs: number) =>
      `${atMs}.${sign("fresh", sessionId, String(atMs))}`,
    isRecentPassword(cookie: string | undefined, sessionId: string, nowMs: number): boolean {
      const [at = "", signature] = cookie?.split(".") ?? [];
      // Servers' clocks may differ, so the time can be in the future.
      return (
        isSigned(signature, "fresh", sessionId, at) && Math.abs(nowMs - Number(at)) <= RECENT_MS
      );
    },
    /**
     * Identifies this browser as one that has signed in with an email address. Such a browser has its own limit, so
     * strangers who try passwords cannot lock the account holder out.
     */
    signDevice(email: string): string {
      const id = randomBytes(12).toString("base64url");
      return `${id}.${sign("device", id, email.toLowerCase())}`;
    },
    knownDevice(cookie: string | undefined, email: string): string | undefined {
      const [id = "", signature] = cookie?.split(".") ?? [];
      return isSigned(signature, "device", id, email.toLowerCase()) ? id : undefined;
    },
  };
}
