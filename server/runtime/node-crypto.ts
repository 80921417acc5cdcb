import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from "node:crypto";
import type { Ed25519 } from "../../src/fairness/header.ts";
import type { Sha256 } from "../../src/round/sha256.ts";

/*
 * The protocol's hashes and signatures, computed by Node's own OpenSSL. The portable version returns the same bytes,
 * but takes several times as long for a day's thousands of hashes.
 */

/** Joins a hash's pieces, a few dozen bytes each, without an allocation. */
const joined = Buffer.alloc(1_024);

/** Throws a RangeError for more than 1,024 bytes. */
export const sha256: Sha256 = (...pieces) => {
  let length = 0;
  for (const piece of pieces) {
    joined.set(piece, length);
    length += piece.length;
  }
  // Node is fastest with a string of one character per byte.
  return Buffer.from(hash("sha256", joined.subarray(0, length), "binary"), "latin1");
};

/** The prefix of a 32-byte private key in PKCS #8 form, RFC 8410. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

function privateKey(key: Uint8Array): KeyObject {
  const der = Buffer.concat([PKCS8_PREFIX, key]);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}

export const ed25519: Ed25519 = {
  getPublicKey(key) {
    const der = createPublicKey(privateKey(key)).export({ format: "der", type: "spki" });
    return der.subarray(-32);
  },
  sign: (message, key) => sign(null, message, privateKey(key)),
};
