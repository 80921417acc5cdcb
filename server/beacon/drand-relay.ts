import { isHex } from "../../src/fairness/read-untrusted.ts";
import { plainFetch } from "../http/fetch.ts";
import type { Fetch } from "../http/fetch.ts";
import { readText } from "../http/read-text.ts";

/**
 * Why a source gave no beacon. `early`: it says that the beacon does not exist yet; `nonsense`: its
 * answer is no beacon of that number.
 */
export type BeaconFault = "early" | "busy" | "fault" | "nonsense" | "unreachable";

/** The answer of a source: a beacon, still to be verified, or why there is none. */
export type BeaconAnswer = { readonly signature: Uint8Array } | { readonly fault: BeaconFault };

/** A place to get beacons from. Its answers count only once they are verified. */
export interface BeaconSource {
  readonly name: string;
  /** Asks for exactly this beacon. Never rejects. */
  ask(beaconRound: number, signal: AbortSignal): Promise<BeaconAnswer>;
}

/** Longer than a relay may hold a request back until the beacon is there. */
const TIMEOUT_MS = 6_000;
/** A beacon in JSON is 300 bytes. */
const MAX_BYTES = 10_000;

export interface RelayOptions {
  readonly fetch?: Fetch;
  readonly timeoutMs?: number;
}

/** A relay of drand's HTTP API, version 1, which all relays of public chains speak. */
export function drandRelay(
  address: string,
  chainHash: string,
  { fetch = plainFetch, timeoutMs = TIMEOUT_MS }: RelayOptions = {},
): BeaconSource {
  return {
    name: address,
    async ask(beaconRound, signal) {
      try {
        // By number, never "latest": the relay does not decide which beacon counts.
        const response = await fetch(`${address}/${chainHash}/public/${beaconRound}`, {
          headers: { accept: "application/json" },
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        });
        if (!response.ok) {
          await response.body?.cancel();
          return { fault: faultOf(response.status) };
        }
        return readBeacon(JSON.parse(await readText(response, MAX_BYTES)), beaconRound);
      } catch (error) {
        const isNonsense = error instanceof SyntaxError || error instanceof RangeError;
        return { fault: isNonsense ? "nonsense" : "unreachable" };
      }
    },
  };
}

function faultOf(status: number): BeaconFault {
  switch (status) {
    case 404:
    case 425:
      return "early";
    case 403:
    case 429:
      return "busy";
    default:
      return "fault";
  }
}

/** Ignores the field `randomness`, which follows from the signature. */
function readBeacon(value: unknown, beaconRound: number): BeaconAnswer {
  if (typeof value !== "object" || value === null) {
    return { fault: "nonsense" };
  }
  const { round, signature } = value as Readonly<Record<string, unknown>>;
  return round === beaconRound && isHex(signature, 48)
    ? { signature: Uint8Array.from(Buffer.from(signature, "hex")) }
    : { fault: "nonsense" };
}
