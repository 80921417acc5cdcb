import { isBeacon } from "../../src/fairness/beacon.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { Log } from "../runtime/log.ts";
import type { Pause } from "../runtime/pause.ts";
import type { BeaconFault, BeaconSource } from "./drand-relay.ts";

/** What `fetchBeacon` works with. */
export interface FetchDeps {
  readonly chain: BeaconChain;
  /** All of them are asked at the same time. */
  readonly sources: readonly BeaconSource[];
  readonly pause: Pause;
  /** Called with the outcome of each request; `lie`: the answer was not the beacon. */
  readonly note: (source: BeaconSource, outcome: "genuine" | "lie" | BeaconFault) => void;
}

/** A verified beacon, and the source that had it. */
export interface FetchedBeacon {
  readonly signature: Uint8Array;
  readonly source: BeaconSource;
}

/** How soon a source is asked again at first, and at the latest. */
const SOON_MS = 250;
const LATE_MS = 8_000;
/** After so many requests, a beacon that is "too early" means that the network has stopped. */
const PATIENT_ASKS = 20;

/**
 * Fetches one beacon from whichever source has it first. Sources that fail are asked again, ever more
 * slowly, until one has it.
 *
 * @returns undefined when the signal aborted first.
 */
export async function fetchBeacon(
  deps: FetchDeps,
  beaconRound: number,
  signal: AbortSignal,
): Promise<FetchedBeacon | undefined> {
  const found = new AbortController();
  const stop = AbortSignal.any([signal, found.signal]);
  const asked = deps.sources.map(async (source) => {
    const signature = await askUntilFound(deps, source, beaconRound, stop);
    found.abort();
    return signature && { signature, source };
  });
  return (await Promise.all(asked)).find((beacon) => beacon !== undefined);
}

async function askUntilFound(
  { chain, pause, note }: FetchDeps,
  source: BeaconSource,
  beaconRound: number,
  stop: AbortSignal,
): Promise<Uint8Array | undefined> {
  for (let asks = 1; !stop.aborted; asks++) {
    const answer = await source.ask(beaconRound, stop);
    if (stop.aborted) {
      break;
    }
    if ("signature" in answer && isBeacon(chain, beaconRound, answer.signature)) {
      note(source, "genuine");
      return answer.signature;
    }
    const fault = "fault" in answer ? answer.fault : "lie";
    note(source, fault);
    await pause(waitMs(fault, asks), stop);
  }
  return undefined;
}

function waitMs(fault: BeaconFault | "lie", asks: number): number {
  const doublings = fault === "early" ? Math.max(0, asks - PATIENT_ASKS) : asks - 1;
  return Math.min(SOON_MS * 2 ** doublings, LATE_MS);
}

/** Logs when a source of beacons begins to fail, and when it answers again. */
export function logSourceFaults(log: Log): FetchDeps["note"] {
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
