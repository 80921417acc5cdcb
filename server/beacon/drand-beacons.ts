import type { BeaconSettings } from "../config/beacon-settings.ts";
import type { Fetch } from "../http/fetch.ts";
import type { Log } from "../runtime/log.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { Store } from "../store/store.ts";
import type { BeaconWitness } from "../time/witnesses/beacons.ts";
import { createBeacons } from "./beacons.ts";
import type { Beacons } from "./beacons.ts";
import { drandRelay } from "./drand-relay.ts";
import { beaconSeal } from "./seal.ts";
import { beaconStore } from "./stored-beacons.ts";

/** What beacons are fetched, verified and stored with. */
export interface DrandBeaconsDeps {
  readonly store: Store;
  /** The secret of the service, 32 bytes: it seals verified beacons. */
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

/** The beacons of the chain in the settings: fetched from its relays, and stored. */
export function drandBeacons(
  { chain, relays }: BeaconSettings,
  { store, secret, fetch, ...others }: DrandBeaconsDeps,
): Beacons {
  return createBeacons({
    ...others,
    chain,
    sources: relays.map((address) => drandRelay(address, chain.hash, { fetch })),
    stored: beaconStore(store, chain, beaconSeal(secret, chain.hash), others.log),
  });
}
