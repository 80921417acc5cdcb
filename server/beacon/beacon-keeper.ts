import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { Log } from "../runtime/log.ts";
import type { Store } from "../store/store.ts";
import type { BeaconSeal } from "./beacon-seal.ts";
import type { BeaconKeeper } from "./beacons.ts";
import { dropRefuted, keepBeacon, keptBeacons } from "./kept-beacons.ts";

/** Keeps the beacons of a chain in the store, and believes the store no more than anybody else. */
export function beaconKeeper(
  store: Store,
  chain: BeaconChain,
  seal: BeaconSeal,
  log: Log,
): BeaconKeeper {
  return {
    async keep(number, signature) {
      await keepBeacon(store, chain, number, signature, seal);
    },
    async find(numbers) {
      const { genuine, unsealed, refuted } = await keptBeacons(store, chain, numbers, seal);
      for (const number of unsealed) {
        await keepBeacon(store, chain, number, genuine.get(number) as Uint8Array, seal);
      }
      for (const beacon of refuted.keys()) {
        log("false beacon in the store", { beacon, advice: "It is dropped and fetched again." });
      }
      await dropRefuted(store, chain, refuted);
      return { genuine, refuted: [...refuted.keys()] };
    },
  };
}
