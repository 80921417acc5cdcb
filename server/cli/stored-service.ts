import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import type { Game } from "../../src/games/contract.ts";
import type { Beacons } from "../beacon/beacons.ts";
import { beaconSeal, readStoredBeacons } from "../beacon/stored-beacons.ts";
import type { Config } from "../config/config.ts";
import { openSecrets } from "../fairness/day-secrets.ts";
import type { Secrets } from "../fairness/day-secrets.ts";
import { createPublishedInputs } from "../fairness/published-inputs.ts";
import type { PublishedInputs } from "../fairness/published-inputs.ts";
import { loadSecret } from "../fairness/secret.ts";
import { storedHeader } from "../fairness/stored-header.ts";
import { createOracle } from "../rounds/oracle.ts";
import type { Oracle } from "../rounds/oracle.ts";
import type { Store } from "../store/store.ts";

/** A service as its store and its secret describe it, for commands that only read. It need not run. */
export interface StoredService {
  readonly secrets: Secrets;
  readonly headers: StoredHeaders;
  readonly beacons: LoadedBeacons;
  readonly inputs: PublishedInputs;
  readonly oracle: Oracle;
}

/** The published headers, by game and UTC day. */
export interface StoredHeaders {
  of(game: Game, day: number): SignedHeader | undefined;
  all(): readonly SignedHeader[];
}

/** The genuine beacons of one chain in the store, once `load` has loaded them. */
export type LoadedBeacons = Pick<Beacons, "chain" | "held" | "heldSinceMs" | "onBeacon" | "load">;

/** @throws StartError when the secret is malformed, missing, or not the one of this store. */
export async function openStoredService(store: Store, config: Config): Promise<StoredService> {
  const { dataDir, databaseUrl, oracleSecret, laterSecrets, timeZone, entropy } = config;
  const secret = await loadSecret({ dataDir, given: oracleSecret }, store);
  const later = { dataDir: databaseUrl === null ? dataDir : null, given: laterSecrets };
  const secrets = await openSecrets(secret, later, store);
  const headers = await readHeaders(store);
  const beacons = readBeacons(store, secret, config.beacons.chain);
  const inputs = createPublishedInputs({ headers, beacons, entropy });
  const oracle = createOracle({ secret: secrets.of, timeZone, inputs });
  return { secrets, headers, beacons, inputs, oracle };
}

async function readHeaders(store: Store): Promise<StoredHeaders> {
  const rows = await store.db.selectFrom("day_header").selectAll().execute();
  const headers = new Map(rows.map((row) => [`${row.game}:${row.day}`, storedHeader(row)]));
  return {
    of: (game, day) => headers.get(`${game.slug}:${day}`),
    all: () => [...headers.values()],
  };
}

/** @param secret the service's first one, which seals the beacons in the store. */
function readBeacons(store: Store, secret: Uint8Array, chain: BeaconChain): LoadedBeacons {
  const held = new Map<number, Uint8Array>();
  const seal = beaconSeal(secret, chain.hash);
  return {
    chain,
    held: (beaconRound) => held.get(beaconRound),
    heldSinceMs: (beaconRound) => (held.has(beaconRound) ? -Infinity : Infinity),
    onBeacon() {},
    async load(beaconRounds) {
      const { genuine } = await readStoredBeacons(store, chain, beaconRounds, seal);
      for (const [number, signature] of genuine) {
        held.set(number, signature);
      }
      return new Set(genuine.keys());
    },
  };
}
