import type { BeaconSettings } from "../config/beacon-settings.ts";
import type { Fetch } from "../http/fetch.ts";
import type { Log } from "../runtime/log.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { Store } from "../store/store.ts";
import type { BeaconWitness } from "../time/witnesses/beacons.ts";
import { beaconKeeper } from "./beacon-keeper.ts";
import { beaconSeal } from "./beacon-seal.ts";
import { createBeacons } from "./beacons.ts";
import type { Beacons } from "./beacons.ts";
import { drandRelay } from "./relay.ts";

/** What beacons are had with. */
export interface BeaconSurroundings {
  readonly store: Store;
  /** The secret of the service, 32 bytes: it seals the beacons that were verified. */
  readonly secret: Uint8Array;
  /** Epoch ms. */
  readonly now: () => number;
  readonly setTimer: SetTimer;
  readonly log: Log;
  /** What beacons prove about the clock. */
  readonly clock: BeaconWitness;
  /** What relays are asked by. */
  readonly fetch: Fetch;
}

/** The beacons of the chain that the settings name, from its relays, kept in the store. */
export function openBeacons(
  { chain, relays }: BeaconSettings,
  { store, secret, fetch, ...around }: BeaconSurroundings,
): Beacons {
  return createBeacons({
    ...around,
    chain,
    sources: relays.map((address) => drandRelay(address, chain.hash, { fetch })),
    keeper: beaconKeeper(store, chain, beaconSeal(secret, chain.hash), around.log),
  });
}
