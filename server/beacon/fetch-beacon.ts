import { isBeacon } from "../../src/fairness/beacon.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { BeaconFault, BeaconSource } from "./relay.ts";

/** Resolves after `ms`, or at once when the signal says to stop. Never rejects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** What a beacon is fetched with. */
export interface Fetching {
  readonly chain: BeaconChain;
  /** All of them are asked at the same time. */
  readonly sources: readonly BeaconSource[];
  readonly pause: Pause;
  /** Is told how each source did; `lie`: what it had was not the beacon. */
  readonly note: (source: BeaconSource, outcome: "genuine" | "lie" | BeaconFault) => void;
}

/** A beacon that was verified, and who had it. */
export interface FetchedBeacon {
  readonly signature: Uint8Array;
  readonly source: BeaconSource;
}

/** How soon a source is asked again at first, and at the latest. */
const SOON_MS = 250;
const LATE_MS = 8_000;
/** For so many times a beacon that is not there yet is soon to come; after that the network stands. */
const PATIENT_ASKS = 20;

/**
 * Fetches one beacon: the first that any source has and that is genuine. Sources that fail are asked
 * again, ever more slowly, until one has it.
 *
 * @returns undefined when the signal said to stop before.
 */
export async function fetchBeacon(
  fetching: Fetching,
  beaconRound: number,
  signal: AbortSignal,
): Promise<FetchedBeacon | undefined> {
  const found = new AbortController();
  const stop = AbortSignal.any([signal, found.signal]);
  const asked = fetching.sources.map(async (source) => {
    const signature = await askUntilFound(fetching, source, beaconRound, stop);
    found.abort();
    return signature && { signature, source };
  });
  return (await Promise.all(asked)).find((beacon) => beacon !== undefined);
}

async function askUntilFound(
  { chain, pause, note }: Fetching,
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
