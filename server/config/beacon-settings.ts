import { isChainKey } from "../../src/fairness/beacon.ts";
import { chainHash, fitsRounds, QUICKNET } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import { isHex } from "../../src/fairness/read-untrusted.ts";
import type { SettingName } from "./settings.ts";

/** Which beacons decide rounds, and who is asked for them. */
export interface BeaconSettings {
  readonly chain: BeaconChain;
  /** Base addresses of relays, without a slash at the end. */
  readonly relays: readonly string[];
}

/** Relays of quicknet that several organisations run. */
const RELAYS = [
  "https://api.drand.sh",
  "https://api2.drand.sh",
  "https://api3.drand.sh",
  "https://drand.cloudflare.com",
];

/** The names of the settings of a chain of one's own: all of them, or none. */
const CHAIN_SETTINGS = [
  "DRAND_CHAIN_HASH",
  "DRAND_PUBLIC_KEY",
  "DRAND_GENESIS",
  "DRAND_PERIOD",
  "DRAND_GROUP_HASH",
] as const;
/** What a chain is called where nothing is said, as by its members. */
const DEFAULT_ID = "default";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings DRAND_*. Quicknet is meant where nothing is said. Each thing that is wrong is
 * reported to `fault` in words.
 */
export function readBeaconSettings(
  env: Environment,
  fault: (words: string) => void,
): BeaconSettings {
  const given = (name: SettingName) => env[name]?.trim() ?? "";
  const isOwn = CHAIN_SETTINGS.some((name) => given(name) !== "");
  const chain = isOwn ? readOwnChain(given, fault) : QUICKNET;
  const relays = readRelays(given("DRAND_RELAYS"), fault);
  if (isOwn && relays.length === 0) {
    fault("DRAND_RELAYS must name the relays of the chain that DRAND_CHAIN_HASH names.");
  }
  return { chain, relays: relays.length === 0 ? RELAYS : relays };
}

function readOwnChain(
  given: (name: SettingName) => string,
  fault: (words: string) => void,
): BeaconChain {
  const chain: BeaconChain = {
    hash: given("DRAND_CHAIN_HASH").toLowerCase(),
    public_key: given("DRAND_PUBLIC_KEY").toLowerCase(),
    genesis_time: wholeNumber(given("DRAND_GENESIS")),
    period: wholeNumber(given("DRAND_PERIOD")),
    groupHash: given("DRAND_GROUP_HASH").toLowerCase(),
    metadata: { beaconID: given("DRAND_BEACON_ID") || DEFAULT_ID },
  };
  const isHash = isHex(chain.hash, 32) && isHex(chain.groupHash, 32);
  const isKey = isHex(chain.public_key, 96) && isChainKey(chain.public_key);
  const faults = [
    !isHash && "DRAND_CHAIN_HASH and DRAND_GROUP_HASH must be 64 hexadecimal digits each.",
    !isKey && "DRAND_PUBLIC_KEY must be a point of G2 of BLS12-381, 192 hexadecimal digits.",
    !fitsRounds(chain) &&
      "DRAND_GENESIS and DRAND_PERIOD must give a beacon at every multiple of 3 seconds: a period of 1 or 3, and a genesis in seconds that is a multiple of it, before 2026.",
    isHash &&
      isKey &&
      fitsRounds(chain) &&
      chainHash(chain) !== chain.hash &&
      "DRAND_CHAIN_HASH is not the hash of DRAND_PERIOD, DRAND_GENESIS, DRAND_PUBLIC_KEY, DRAND_GROUP_HASH and DRAND_BEACON_ID. Take all of them from /info of one relay: hash, period, genesis_time, public_key, groupHash and metadata.beaconID.",
  ].filter((words) => words !== false);
  if (faults.length > 0) {
    fault(`${CHAIN_SETTINGS.join(", ")} belong together.`);
    faults.forEach(fault);
  }
  return chain;
}

function readRelays(text: string, fault: (words: string) => void): string[] {
  const relays = text.split(/[\s,]+/).filter((relay) => relay !== "");
  const addresses = relays.map((relay) => baseAddress(relay));
  if (addresses.includes(null)) {
    fault("DRAND_RELAYS must be http or https addresses, separated by commas.");
  }
  return addresses.filter((address) => address !== null);
}

/** An address that paths can be added to; null when it is none. */
function baseAddress(text: string): string | null {
  const url = URL.parse(text);
  const isPlain = url !== null && url.search === "" && url.hash === "" && url.username === "";
  return isPlain && /^https?:$/.test(url.protocol)
    ? `${url.origin}${url.pathname.replace(/\/+$/, "")}`
    : null;
}

function wholeNumber(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
}
