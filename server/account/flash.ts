import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { Notice } from "../../src/account/page-data.ts";

/** What one page passes to the next, once. */
export interface Flash {
  readonly notice?: Notice;
  readonly carry?: Readonly<Record<string, string>>;
}

/** Passes a flash to the browser's next page in a signed cookie. */
export interface FlashBox {
  /** The value of the cookie. */
  pack(flash: Flash, sentAtMs: number): string;
  /** The flash in a cookie; empty when the cookie was tampered with or is older than a minute. */
  unpack(text: string, nowMs: number): Flash;
}

const LIFE_MS = 60_000;
const SIGNATURE_BYTES = 32;

/** @param key 32 bytes that only the servers of this service know. */
export function createFlashBox(key: Uint8Array): FlashBox {
  // Bytes would be made a key at each signature, which takes five times as long as signing.
  const secret = createSecretKey(key);
  const sign = (body: string) => createHmac("sha256", secret).update(body).digest();
  return {
    pack(flash, sentAtMs) {
      const body = Buffer.from(JSON.stringify({ ...flash, sentAtMs })).toString("base64url");
      return `${body}.${sign(body).toString("base64url")}`;
    },
    unpack(text, nowMs) {
      const [body = "", signature = ""] = text.split(".");
      const given = Buffer.from(signature, "base64url");
      // Most requests have no such cookie, and password guessers send a great many: nothing is signed for them.
      if (given.length !== SIGNATURE_BYTES || !timingSafeEqual(given, sign(body))) {
        return {};
      }
      const flash = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Flash & {
        sentAtMs: number;
      };
      return nowMs - flash.sentAtMs <= LIFE_MS ? flash : {};
    },
  };
}
