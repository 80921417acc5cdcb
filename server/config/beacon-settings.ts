import { isChainKey } from "../../src/fairness/beacon.ts";
import { chainHash, fitsRounds, QUICKNET } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import { isHex } from "../../src/fairness/read-untrusted.ts";
import { SETTINGS } from "./settings.ts";
import type { Environment, SettingName } from "./settings.ts";

/** Quicknet relays, run by several organisations. */
const RELAYS = [
  "https://api.drand.sh",
  "https://api2.drand.sh",
  "https://api3.drand.sh",
  "https://drand.cloudflare.com",
];

/**
 * Reads the DRAND_* settings: the chain whose beacons determine rounds, by default quicknet, and its relays' base URLs,
 * without a trailing slash. Calls `fault` with a message for each invalid setting.
 */
export function readBeaconSettings(env: Environment, fault: (message: string) => void) {
  const readSetting = (name: SettingName) => env[name]?.trim() ?? "";
  const chainText = readSetting("DRAND_CHAIN");
  const relays = readRelays(readSetting("DRAND_RELAYS"), fault);
  if (chainText !== "" && relays.length === 0) {
    fault("DRAND_RELAYS must list the relays of the chain in DRAND_CHAIN.");
  }
  const chain = chainText === "" ? QUICKNET : readOwnChain(chainText, fault);
  return { chain, relays: relays.length === 0 ? RELAYS : relays };
}

/** Parses a relay's `/info`. Older relays omit the names in `metadata`. */
function readOwnChain(text: string, fault: (message: string) => void): BeaconChain {
  const info = parseObject(text);
  const textOf = (name: string) => (typeof info[name] === "string" ? info[name].toLowerCase() : "");
  const { beaconID } = (info["metadata"] ?? {}) as Record<string, unknown>;
  const chain: BeaconChain = {
    hash: textOf("hash"),
    public_key: textOf("public_key"),
    genesis_time: Number(info["genesis_time"]),
    period: Number(info["period"]),
    groupHash: textOf("groupHash"),
    metadata: { beaconID: typeof beaconID === "string" && beaconID ? beaconID : "default" },
  };
  const isWhole =
    isHex(chain.hash, 32) &&
    isHex(chain.groupHash, 32) &&
    isHex(chain.public_key, 96) &&
    isChainKey(chain.public_key);
  if (!isWhole) {
    fault(
      `DRAND_CHAIN must be ${SETTINGS.DRAND_CHAIN.allowed}, with a public_key in G2 of BLS12-381.`,
    );
  } else if (!fitsRounds(chain)) {
    fault(
      "The chain in DRAND_CHAIN must produce a beacon at every multiple of 3 seconds: a period of 1 or 3, and a genesis_time that is a multiple of it, before 2026.",
    );
  } else if (chainHash(chain) !== chain.hash) {
    fault(
      "The hash in DRAND_CHAIN does not match its period, genesis_time, public_key, groupHash and metadata.beaconID. Copy all of them from /info on one relay.",
    );
  }
  return chain;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function readRelays(text: string, fault: (message: string) => void): string[] {
  const relays = text.split(/[\s,]+/).filter((relay) => relay !== "");
  const urls = relays.map((relay) => parseBaseUrl(relay));
  if (urls.includes(null)) {
    fault("DRAND_RELAYS must be http or https URLs, separated by commas.");
  }
  return urls.filter((url) => url !== null);
}

function parseBaseUrl(text: string): string | null {
  const url = URL.parse(text);
  const isPlain = url !== null && url.search === "" && url.hash === "" && url.username === "";
  return isPlain && /^https?:$/.test(url.protocol)
    ? `${url.origin}${url.pathname.replace(/\/+$/, "")}`
    : null;
}
