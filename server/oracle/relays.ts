import { isBeacon } from "../../src/fairness/beacon.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import { isHex } from "../../src/fairness/read-untrusted.ts";
import { fetchText } from "../runtime/fetch.ts";
import type { FetchText } from "../runtime/fetch.ts";
import type { Log } from "../runtime/log.ts";
import type { Pause } from "../runtime/timers.ts";

/**
 * Why a source returned no beacon. `early`: it claims that the beacon does not exist yet; `nonsense`: its response is
 * not a beacon with that number.
 */
export type BeaconFault = "early" | "busy" | "fault" | "nonsense" | "unreachable";

export type BeaconResponse = { readonly signature: Uint8Array } | { readonly fault: BeaconFault };

/** A beacon source. Its responses count only once we have verified them. */
export type BeaconSource = ReturnType<typeof drandRelay>;

/** Maximum time for a response, in ms: longer than a relay waits for the beacon. */
const TIMEOUT_MS = 6_000;
/** A JSON beacon is 300 bytes long. */
const MAX_BYTES = 10_000;

/** A relay with version 1 of drand's HTTP API, which all relays of public chains support. */
export function drandRelay(
  url: string,
  chainHash: string,
  { timeoutMs = TIMEOUT_MS, fetch = fetchText }: { timeoutMs?: number; fetch?: FetchText } = {},
) {
  return {
    name: url,
    /** Requests a beacon. Never rejects. */
    async ask(beaconRound: number, signal: AbortSignal): Promise<BeaconResponse> {
      try {
        // Asks by number, never for "latest": the relay must not choose the beacon.
        const path = `${chainHash}/public/${beaconRound}`;
        const init = {
          headers: { accept: "application/json" },
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        };
        const { status, text } = await fetch(`${url}/${path}`, init, MAX_BYTES);
        return status === 200
          ? readBeacon(JSON.parse(text), beaconRound)
          : { fault: FAULTS[status] ?? "fault" };
      } catch (error) {
        const isNonsense = error instanceof SyntaxError || error instanceof RangeError;
        return { fault: isNonsense ? "nonsense" : "unreachable" };
      }
    },
  };
}

const FAULTS: Readonly<Record<number, BeaconFault>> = {
  403: "busy",
  404: "early",
  425: "early",
  429: "busy",
};

/** Ignores the `randomness` field, which follows from the signature. */
function readBeacon(value: unknown, beaconRound: number): BeaconResponse {
  if (typeof value !== "object" || value === null) {
    return { fault: "nonsense" };
  }
  const { round, signature } = value as Readonly<Record<string, unknown>>;
  return round === beaconRound && isHex(signature, 48)
    ? { signature: Uint8Array.from(Buffer.from(signature, "hex")) }
    : { fault: "nonsense" };
}

export interface FetchDeps {
  readonly chain: BeaconChain;
  /** All sources are asked at once. */
  readonly sources: readonly BeaconSource[];
  readonly pause: Pause;
  /** `lie`: the response was not the beacon. */
  readonly onOutcome: (source: BeaconSource, outcome: "genuine" | "lie" | BeaconFault) => void;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 8_000;
/** After this many requests, a "too early" response means that the network has stopped. */
const EARLY_RESPONSES_ALLOWED = 20;

/**
 * Asks all sources, and retries failing ones at growing intervals, until one returns the beacon.
 *
 * @returns its verified signature; undefined if the signal aborts first.
 */
export async function fetchBeacon(
  deps: FetchDeps,
  beaconRound: number,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const found = new AbortController();
  const stop = AbortSignal.any([signal, found.signal]);
  const requests = deps.sources.map(async (source) => {
    const signature = await askUntilFound(deps, source, beaconRound, stop);
    found.abort();
    return signature;
  });
  return (await Promise.all(requests)).find((signature) => signature !== undefined);
}

async function askUntilFound(
  { chain, pause, onOutcome }: FetchDeps,
  source: BeaconSource,
  beaconRound: number,
  stop: AbortSignal,
): Promise<Uint8Array | undefined> {
  for (let asks = 1; !stop.aborted; asks++) {
    const result = await source.ask(beaconRound, stop);
    if (stop.aborted) {
      break;
    }
    if ("signature" in result && isBeacon(chain, beaconRound, result.signature)) {
      onOutcome(source, "genuine");
      return result.signature;
    }
    const fault = "fault" in result ? result.fault : "lie";
    onOutcome(source, fault);
    await pause(waitMs(fault, asks), stop);
  }
  return undefined;
}

function waitMs(fault: BeaconFault | "lie", asks: number): number {
  const doublings = fault === "early" ? Math.max(0, asks - EARLY_RESPONSES_ALLOWED) : asks - 1;
  return Math.min(FIRST_PAUSE_MS * 2 ** doublings, MAX_PAUSE_MS);
}

export function logSourceFaults(log: Log): FetchDeps["onOutcome"] {
  const failing = new Set<string>();
  return (source, outcome) => {
    if (outcome === "genuine") {
      if (failing.delete(source.name)) {
        log("beacon source answers again", { source: source.name });
      }
    } else if (outcome !== "early" && !failing.has(source.name)) {
      failing.add(source.name);
      log("beacon source fails", { source: source.name, fault: outcome });
    }
  };
}
