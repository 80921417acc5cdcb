import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A browser that has signed in here before. */
export interface Device {
  readonly name: string;
  /** Whether it signed in with the e-mail address in question. */
  readonly isKnown: boolean;
}

/**
 * Recognises browsers that have signed in before. They have rate limits of their own, so that strangers
 * who try passwords cannot lock the owner out.
 */
export interface KnownDevices {
  /** A cookie value that identifies this browser as known for an e-mail address. */
  issue(email: string): string;
  /** The name in a cookie that this service has issued, for whichever e-mail address. */
  nameIn(cookie: string): string | undefined;
  /** The browser of a cookie that this service has issued, by an e-mail address. */
  recognise(cookie: string, email: string): Device | undefined;
}

/** A name is an id and a seal, which tells it from a made-up one before anybody's address is known. */
const [ID_BYTES, SEAL_BYTES] = [12, 12];
const SIGNATURE_BYTES = 32;

/** @param key 32 bytes that only the servers of this service know. */
export function createKnownDevices(key: Uint8Array): KnownDevices {
  const hmac = (text: string) => createHmac("sha256", key).update(text).digest();
  const sign = (name: string, email: string) => hmac(`${name} ${email.toLowerCase()}`);
  // No e-mail address is empty: a seal is never a signature.
  const seal = (id: Uint8Array) =>
    hmac(`${Buffer.from(id).toString("base64url")} `).subarray(0, SEAL_BYTES);

  function nameIn(cookie: string): string | undefined {
    const bytes = Buffer.from(cookie.split(".")[0] ?? "", "base64url");
    const [id, given] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
    // One spelling: each name has its own limit.
    return isSame(given, SEAL_BYTES, () => seal(id)) ? bytes.toString("base64url") : undefined;
  }

  return {
    nameIn,
    issue(email) {
      const id = randomBytes(ID_BYTES);
      const name = Buffer.concat([id, seal(id)]).toString("base64url");
      return `${name}.${sign(name, email).toString("base64url")}`;
    },
    recognise(cookie, email) {
      const name = nameIn(cookie);
      const given = Buffer.from(cookie.split(".")[1] ?? "", "base64url");
      return name === undefined
        ? undefined
        : { name, isKnown: isSame(given, SIGNATURE_BYTES, () => sign(name, email)) };
    },
  };
}

/** Nothing is signed for what has not even the length of a signature. */
function isSame(given: Uint8Array, lengthBytes: number, right: () => Uint8Array): boolean {
  return given.length === lengthBytes && timingSafeEqual(given, right());
}
