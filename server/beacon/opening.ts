import { beaconAt } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";

/** A round opens only while the network is known to live: by a beacon that is no older than this. */
const FRESH_MS = 9_000;
/** How long before an opening the beacons come that are asked for: the first is there to spare. */
const ASKED_MS = [6_000, 3_000];

/** The beacons of a chain any one of which lets a round open that starts at a time, epoch ms. */
export function openingBeacons(startMs: number, chain: BeaconChain): number[] {
  const last = beaconAt(chain, startMs) as number;
  const count = FRESH_MS / (chain.period * 1_000) + 1;
  return Array.from({ length: count }, (_, index) => last - index);
}

/** Those of them that are asked for. */
export function askedForOpening(startMs: number, chain: BeaconChain): number[] {
  return ASKED_MS.map((beforeMs) => beaconAt(chain, startMs - beforeMs) as number);
}

/** From when on the clock is watched for a round that starts at a time, epoch ms. */
export function watchedSinceMs(startMs: number): number {
  return startMs - FRESH_MS;
}
