import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Knows browsers that somebody has signed in with before, so that strangers who try passwords cannot
 * lock the owner out: the limits on strangers do not count for them.
 */
export interface Devices {
  /** A cookie's value that makes a browser known, for an address. */
  issue(email: string): string;
  /** The name of the browser, if it is known for the address. */
  recognise(cookie: string, email: string): string | undefined;
}

/** @param key 32 bytes that only servers of this service know. */
export function createDevices(key: Uint8Array): Devices {
  const sign = (name: string, email: string) =>
    createHmac("sha256", key).update(`${name} ${email.toLowerCase()}`).digest();
  return {
    issue(email) {
      const name = randomBytes(12).toString("base64url");
      return `${name}.${sign(name, email).toString("base64url")}`;
    },
    recognise(cookie, email) {
      const [name = "", signature = ""] = cookie.split(".");
      const given = Buffer.from(signature, "base64url");
      const wanted = sign(name, email);
      return given.length === wanted.length && timingSafeEqual(given, wanted) ? name : undefined;
    },
  };
}
