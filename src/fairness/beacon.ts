import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { u64 } from "../round/bytes.ts";
import type { BeaconChain } from "./chain.ts";

/*
 * drand's scheme bls-unchained-g1-rfc9380: a BLS signature of G1 over the number of the beacon.
 */

/** Bytes of a beacon's signature. */
const SIGNATURE_BYTES = 48;

const scheme = bls12_381.shortSignatures;
const HASH_TO_CURVE_TAG = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

type PublicKey = ReturnType<typeof scheme.getPublicKey>;

/** Keys that were read before: reading one takes as long as a third of a check. */
const publicKeys = new Map<string, PublicKey>();

/** @throws when the text is no point of the right group. */
function readPublicKey(hex: string): PublicKey {
  let key = publicKeys.get(hex);
  if (key === undefined) {
    key = bls12_381.G2.Point.fromHex(hex);
    key.assertValidity();
    publicKeys.set(hex, key);
  }
  return key;
}

/** Whether a text is the public key of some chain. */
export function isChainKey(hex: string): boolean {
  try {
    return !readPublicKey(hex).is0();
  } catch {
    return false;
  }
}

/** Checks that came out well, the last ones: the same beacon decides rounds of several games. */
const genuine = new Set<string>();
const MAX_GENUINE = 256;

function noteGenuine(check: string): void {
  const [oldest = ""] = genuine;
  if (genuine.size === MAX_GENUINE) {
    genuine.delete(oldest);
  }
  genuine.add(check);
}

/**
 * Whether a signature is the beacon of that number on a chain. There is exactly one for each number,
 * and it cannot be known before its time. Never throws, whatever the input.
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
      noteGenuine(check);
    }
    return isGenuine;
  } catch {
    // The bytes are no point of the group.
    return false;
  }
}

/** What drand calls a beacon's randomness. Always computed: a relay's word for it proves nothing. */
export function randomnessOf(signature: Uint8Array): Uint8Array {
  return sha256(signature);
}
