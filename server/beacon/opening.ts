import { beaconAt } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";

/** A round opens only while the network is alive: there must be a beacon no older than this. */
const FRESH_MS = 9_000;
/** The ticks of the beacons that are requested for an opening, before it: the first is a spare. */
const REQUESTED_MS = [6_000, 3_000];

/** The beacons of a chain that let a round open which starts at a time, epoch ms: any one is enough. */
export function openingBeacons(startMs: number, chain: BeaconChain): number[] {
  const last = beaconAt(chain, startMs) as number;
  const count = FRESH_MS / (chain.period * 1_000) + 1;
  return Array.from({ length: count }, (_, index) => last - index);
}

/** The ones that are requested. */
export function requestedForOpening(startMs: number, chain: BeaconChain): number[] {
  return REQUESTED_MS.map((beforeMs) => beaconAt(chain, startMs - beforeMs) as number);
}
