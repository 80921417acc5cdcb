import { createHmac } from "node:crypto";

/**
 * What tells, in microseconds, that a service with this secret has verified a beacon before: to verify
 * one by its signature takes a thousand times as long. Who can write to the store cannot make it up.
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
