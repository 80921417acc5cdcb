import { bls12_381 } from "@noble/curves/bls12-381.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import { chainHash, QUICKNET } from "../../src/fairness/chain.ts";
import { u64 } from "../../src/round/bytes.ts";

/*
 * Beacons as drand makes them, but signed with keys that anyone can compute. Their signatures are genuine, so a
 * record with such a beacon passes every check of a verifier that trusts its chain.
 */

const scheme = bls12_381.shortSignatures;
const TAG = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

export interface BeaconSigner {
  readonly chain: BeaconChain;
  sign(beaconRound: number): Uint8Array;
}

/** A signer with a different key for each name. Its chain ticks like quicknet by default. */
export function beaconSigner(
  name: string,
  overrides: Partial<Pick<BeaconChain, "genesis_time" | "period" | "metadata">> = {},
): BeaconSigner {
  const secretKey = new Uint8Array(32);
  // A scalar below the group's order: the highest byte stays 0.
  secretKey.set(sha256(new TextEncoder().encode(name)).subarray(0, 31), 1);
  const known = {
    public_key: scheme.getPublicKey(secretKey).toHex(),
    genesis_time: QUICKNET.genesis_time,
    period: QUICKNET.period,
    groupHash: Buffer.from(sha256(secretKey)).toString("hex"),
    metadata: { beaconID: "tests" },
    ...overrides,
  };
  const chain: BeaconChain = { ...known, hash: chainHash(known) };
  const signed = new Map<number, Uint8Array>();
  return {
    chain,
    sign(beaconRound) {
      let signature = signed.get(beaconRound);
      if (signature === undefined) {
        const message = scheme.hash(sha256(u64(beaconRound)), TAG);
        signature = scheme.Signature.toBytes(scheme.sign(message, secretKey));
        signed.set(beaconRound, signature);
      }
      return signature;
    },
  };
}
