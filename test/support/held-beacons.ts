import type { Beacons } from "../../server/oracle/beacons.ts";
import { tickMs } from "../../src/fairness/chain.ts";
import type { BeaconSigner } from "./test-beacons.ts";

/** The part of beacons that decides rounds. */
export type HeldBeacons = Pick<Beacons, "chain" | "held" | "heldSinceMs" | "onBeacon">;

/** The conditions of the beacons. */
export interface Held {
  /** Epoch ms. */
  now(): number;
  /** When a beacon comes by that clock, epoch ms; Infinity if never. */
  comesAtMs?(tickMs: number): number;
}

/** A typical second after the tick. */
export const LATENCY_MS = 1_000;

/** Beacons of a signer that are in memory as soon as they have come: a function of the clock alone. */
export function heldBeacons(signer: BeaconSigner, held: Held): HeldBeacons {
  const { now, comesAtMs = (ms) => ms + LATENCY_MS } = held;
  const cameMs = (beaconRound: number) => comesAtMs(tickMs(signer.chain, beaconRound));
  return {
    chain: signer.chain,
    held: (beaconRound) => (cameMs(beaconRound) <= now() ? signer.sign(beaconRound) : undefined),
    heldSinceMs: (beaconRound) =>
      cameMs(beaconRound) <= now() ? cameMs(beaconRound) : Number.POSITIVE_INFINITY,
    onBeacon() {},
  };
}
