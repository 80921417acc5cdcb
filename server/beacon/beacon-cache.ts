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
