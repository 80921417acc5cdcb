import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import type { Game } from "../../src/games/contract.ts";
import { beaconSeal } from "../beacon/beacon-seal.ts";
import type { Beacons } from "../beacon/beacons.ts";
import { keptBeacons } from "../beacon/kept-beacons.ts";
import { storedHeader } from "../fairness/stored-header.ts";
import type { Store } from "../store/store.ts";

/*
 * What a store keeps of a service that need not run, for commands that only read.
 */

/** The headers that were published, by game and day. */
export interface StoredHeaders {
  of(game: Game, day: number): SignedHeader | undefined;
  all(): readonly SignedHeader[];
}

/** Reads the headers that were published. */
export async function storedHeaders(store: Store): Promise<StoredHeaders> {
  const rows = await store.db.selectFrom("day_header").selectAll().execute();
  const headers = new Map(rows.map((row) => [`${row.game}:${row.day}`, storedHeader(row)]));
  return {
    of: (game, day) => headers.get(`${game.slug}:${day}`),
    all: () => [...headers.values()],
  };
}

/** The beacons that were kept and are genuine, of a chain, as far as they were recalled. */
export type StoredBeacons = Pick<
  Beacons,
  "chain" | "held" | "heldSinceMs" | "earlyMs" | "onBeacon" | "recall"
>;

/** @param secret the service's first one, under which it sealed what it keeps. */
export function storedBeacons(store: Store, secret: Uint8Array, chain: BeaconChain): StoredBeacons {
  const held = new Map<number, Uint8Array>();
  const seal = beaconSeal(secret, chain.hash);
  return {
    chain,
    held: (beaconRound) => held.get(beaconRound),
    heldSinceMs: (beaconRound) => (held.has(beaconRound) ? -Infinity : Infinity),
    earlyMs: () => 0,
    onBeacon() {},
    async recall(beaconRounds) {
      const { genuine } = await keptBeacons(store, chain, beaconRounds, seal);
      for (const [number, signature] of genuine) {
        held.set(number, signature);
      }
      return new Set(genuine.keys());
    },
  };
}
