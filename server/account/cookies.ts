import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from "node:crypto";
import type { Notice } from "../../src/account/page-data.ts";

/* Our own cookies, and what is signed in them. Session cookies are the library's. */

export const LANG = "tableside.lang";
export const DEVICE = "tableside.device";
/** That the password was typed a moment ago. */
export const FRESH = "tableside.fresh";
/** The plan that was chosen before anybody signed in. */
export const PLAN = "tableside.plan";
export const FLASH = "tableside.flash";

export const YEAR_S = 31_536_000;
const FLASH_MS = 60_000;
/** How long a password that was typed counts. */
export const FRESH_MS = 5 * 60_000;

/** Sent to the account pages only, as session cookies are. The value must not need encoding. */
export function setCookie(name: string, value: string, maxAgeS: number, secure: boolean): string {
  const flags = `Path=/account; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax`;
  return `${name}=${value}; ${flags}${secure ? "; Secure" : ""}`;
}

/** The cookie that carries a flash to the next page; an empty value deletes it. */
export function flashCookie(value: string, secure: boolean): string {
  return setCookie(FLASH, value, value === "" ? 0 : FLASH_MS / 1_000, secure);
}

/** Cookies as a browser sends them back. */
export function sentBack(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** The library's cookie that waits for a code, whole; empty: none. */
export function challengeIn(cookie: string): string {
  return /(?:^|; )((?:__Secure-)?tableside\.two_factor=[^;]+)/.exec(cookie)?.[1] ?? "";
}

/** What one page passes to the next, once. */
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
    /** Empty when the cookie was tampered with or is older than a minute. */
    unpackFlash(cookie: string | undefined, nowMs: number): Flash {
      const [body = "", signature] = cookie?.split(".") ?? [];
      if (body === "" || !isSigned(signature, "flash", body)) {
        return {};
      }
      const text = Buffer.from(body, "base64url").toString("utf8");
      const flash = JSON.parse(text) as Flash & { sentAtMs: number };
      return nowMs - flash.sentAtMs <= FLASH_MS ? flash : {};
    },
    /** Remembers that the password of a session was typed a moment ago. It is worth nothing without that session. */
    fresh: (sessionId: string, atMs: number) => `${atMs}.${sign("fresh", sessionId, String(atMs))}`,
    isFresh(cookie: string | undefined, sessionId: string, nowMs: number): boolean {
      const [at = "", signature] = cookie?.split(".") ?? [];
      // The clocks of two servers may differ, so that it seems to come from the future.
      return (
        isSigned(signature, "fresh", sessionId, at) && Math.abs(nowMs - Number(at)) <= FRESH_MS
      );
    },
    /**
     * Identifies this browser as one that has signed in with an e-mail address. It has limits of its own, so that
     * strangers who try passwords cannot lock the owner out.
     */
    device(email: string): string {
      const id = randomBytes(12).toString("base64url");
      return `${id}.${sign("device", id, email.toLowerCase())}`;
    },
    /** The id of a browser that has signed in with this e-mail address; undefined: it has not. */
    knownDevice(cookie: string | undefined, email: string): string | undefined {
      const [id = "", signature] = cookie?.split(".") ?? [];
      return isSigned(signature, "device", id, email.toLowerCase()) ? id : undefined;
    },
  };
}
