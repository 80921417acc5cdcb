import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";
import type { Later } from "../stream/game-feed.ts";
import { createBeacons } from "./beacons.ts";
import type { Beacons } from "./beacons.ts";
import { keepBeacon, keptBeacons } from "./kept-beacons.ts";
import { drandRelay } from "./relay.ts";
import type { BeaconSettings } from "./settings.ts";

/** What beacons are had with. */
export interface BeaconSurroundings {
  readonly store: Store;
  /** Epoch ms. */
  readonly now: () => number;
  readonly later: Later;
  readonly log: Log;
}

/** The beacons of the chain that the settings name, from its relays, kept in the store. */
export function openBeacons(
  { chain, relays }: BeaconSettings,
  { store, ...around }: BeaconSurroundings,
): Beacons {
  return createBeacons({
    ...around,
    chain,
    sources: relays.map((address) => drandRelay(address, chain.hash)),
    keeper: {
      keep: (number, signature) => keepBeacon(store, chain.hash, number, signature),
      find: (numbers) => keptBeacons(store, chain.hash, numbers),
    },
  });
}
