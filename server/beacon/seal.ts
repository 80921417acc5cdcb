import { createHmac } from "node:crypto";

/**
 * Marks a stored beacon as verified by a service with this secret. Checking the mark takes microseconds,
 * checking the signature a thousand times as long. Write access to the database is not enough to forge it.
 *
 * @returns 64 hex digits.
 */
export type BeaconSeal = (beaconRound: number, signature: Uint8Array) => string;

/** The seals of a chain's beacons. The secret has 32 bytes. */
export function beaconSeal(secret: Uint8Array, chainHash: string): BeaconSeal {
  const key = createHmac("sha256", secret).update("tableside beacon seal").digest();
  return (beaconRound, signature) =>
    createHmac("sha256", key)
      .update(`${chainHash}:${beaconRound}:`)
      .update(signature)
      .digest("hex");
}
