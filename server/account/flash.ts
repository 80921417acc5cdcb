import { createHmac, timingSafeEqual } from "node:crypto";
import type { Notice } from "../../src/account/page-data.ts";

/** What one page hands to the next, once. */
export interface Flash {
  readonly notice?: Notice;
  readonly carry?: Readonly<Record<string, string>>;
}

/** Hands something to the browser's next page in a cookie that it cannot change. */
export interface FlashBox {
  /** The cookie's value for it. */
  pack(flash: Flash, sentAtMs: number): string;
  /** What it held; nothing when it was changed, or is older than a minute. */
  unpack(text: string, nowMs: number): Flash;
}

const LIFE_MS = 60_000;

/** @param key 32 bytes that only servers of this service know. */
export function createFlashBox(key: Uint8Array): FlashBox {
  const sign = (body: string) => createHmac("sha256", key).update(body).digest();
  return {
    pack(flash, sentAtMs) {
      const body = Buffer.from(JSON.stringify({ ...flash, sentAtMs })).toString("base64url");
      return `${body}.${sign(body).toString("base64url")}`;
    },
    unpack(text, nowMs) {
      const [body = "", signature = ""] = text.split(".");
      const given = Buffer.from(signature, "base64url");
      const wanted = sign(body);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
        return {};
      }
      const flash = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Flash & {
        sentAtMs: number;
      };
      return nowMs - flash.sentAtMs <= LIFE_MS ? flash : {};
    },
  };
}
