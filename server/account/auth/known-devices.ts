import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Recognises browsers that have signed in before. They have rate limits of their own, so that strangers
 * who try passwords cannot lock the owner out.
 */
export interface KnownDevices {
  /** A cookie value that identifies this browser as known for an e-mail address. */
  issue(email: string): string;
  /** The id of the browser, if it is known for the e-mail address. */
  recognise(cookie: string, email: string): string | undefined;
}

const SIGNATURE_BYTES = 32;

/** @param key 32 bytes that only the servers of this service know. */
export function createKnownDevices(key: Uint8Array): KnownDevices {
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
      // Nothing is signed for a browser that has no such cookie.
      const isOurs = given.length === SIGNATURE_BYTES && timingSafeEqual(given, sign(name, email));
      return isOurs ? name : undefined;
    },
  };
}
