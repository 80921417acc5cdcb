import { sha256 as digest } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";

/** Any implementation of SHA-256, of a message in pieces. Returns 32 bytes. */
export type Sha256 = (...pieces: readonly Uint8Array[]) => Uint8Array;

export const sha256: Sha256 = (...pieces) => digest(concatBytes(...pieces));

/**
 * Returns HMAC-SHA256 (RFC 2104) with a key of at most 64 bytes, as a function of messages in pieces. The key's two
 * blocks are prepared only once.
 *
 * @throws RangeError for a longer key.
 */
export function hmacSha256(key: Uint8Array, hash: Sha256 = sha256): Sha256 {
  const [inner, outer] = [padKey(key, 0x36), padKey(key, 0x5c)];
  return (...message) => hash(outer, hash(inner, ...message));
}

function padKey(key: Uint8Array, pad: number): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key);
  return block.map((byte) => byte ^ pad);
}
