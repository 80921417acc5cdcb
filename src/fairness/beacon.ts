import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { u64 } from "../round/bytes.ts";
import type { BeaconChain } from "./chain.ts";

/* drand's scheme bls-unchained-g1-rfc9380: a BLS signature on G1 over the beacon number. */

const SIGNATURE_BYTES = 48;

const scheme = bls12_381.shortSignatures;
const HASH_TO_CURVE_TAG = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

type PublicKey = ReturnType<typeof scheme.getPublicKey>;

/** Cached, because reading a key takes a third of a check's time. */
const publicKeys = new Map<string, PublicKey>();

/** @throws if the text is not a point of the right group. */
function readPublicKey(hex: string): PublicKey {
  let key = publicKeys.get(hex);
  if (key === undefined) {
    key = bls12_381.G2.Point.fromHex(hex);
    key.assertValidity();
    publicKeys.set(hex, key);
  }
  return key;
}

export function isChainKey(hex: string): boolean {
  try {
    return !readPublicKey(hex).is0();
  } catch {
    return false;
  }
}

/** Cached successful checks, because one beacon determines rounds of several games. */
const genuine = new Set<string>();
const MAX_GENUINE = 256;

function rememberGenuine(check: string): void {
  const [oldest = ""] = genuine;
  if (genuine.size === MAX_GENUINE) {
    genuine.delete(oldest);
  }
  genuine.add(check);
}

/**
 * Whether a signature is the beacon with a given number on a chain. Each number has exactly one valid signature, which
 * cannot be known in advance. Never throws.
 */
export function isBeacon(
  chain: Pick<BeaconChain, "public_key">,
  beaconRound: number,
  signature: Uint8Array,
): boolean {
  if (signature.length !== SIGNATURE_BYTES) {
    return false;
  }
  const check = `${chain.public_key} ${beaconRound} ${bytesToHex(signature)}`;
  if (genuine.has(check)) {
    return true;
  }
  try {
    const message = scheme.hash(sha256(u64(beaconRound)), HASH_TO_CURVE_TAG);
    const isGenuine = scheme.verify(signature, message, readPublicKey(chain.public_key));
    if (isGenuine) {
      rememberGenuine(check);
    }
    return isGenuine;
  } catch {
    // The bytes are not a point of the group.
    return false;
  }
}

/** A beacon's randomness, as drand defines it. Always computed, because a relay's value proves nothing. */
export function beaconRandomness(signature: Uint8Array): Uint8Array {
  return sha256(signature);
}
