import { tickMs } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";

/** A beacon in memory. */
export interface HeldBeacon {
  readonly signature: Uint8Array;
  /** Since when this process has it, epoch ms; -Infinity for one that was stored earlier. */
  readonly sinceMs: number;
}

/** The beacons in memory. */
export interface BeaconCache {
  get(beaconRound: number): HeldBeacon | undefined;
  set(beaconRound: number, beacon: HeldBeacon, isOld: boolean): void;
}

/** The most fresh beacons in memory, and as many old ones. */
const HELD = 4_096;

/** A beacon whose tick is longer ago than this is old: it is backfilled. */
const OLD_MS = 30_000;

export function isOldBeacon(chain: BeaconChain, beaconRound: number, nowMs: number): boolean {
  return tickMs(chain, beaconRound) < nowMs - OLD_MS;
}

/** Keeps old beacons apart, so that reading old history cannot push out the beacon of the present round. */
export function createBeaconCache(): BeaconCache {
  const fresh = new Map<number, HeldBeacon>();
  const old = new Map<number, HeldBeacon>();
  return {
    get: (beaconRound) => fresh.get(beaconRound) ?? old.get(beaconRound),
    set(beaconRound, beacon, isOld) {
      const cache = isOld ? old : fresh;
      cache.set(beaconRound, beacon);
      const [oldest] = cache.keys();
      if (cache.size > HELD && oldest !== undefined) {
        cache.delete(oldest);
      }
    },
  };
}
