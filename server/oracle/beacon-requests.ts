import { tickMs } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { SetTimer } from "../runtime/timers.ts";
import { fetchBeacon } from "./relays.ts";
import type { FetchDeps } from "./relays.ts";

/** Fetches wanted beacons from the relays, each when it is due. */
export interface BeaconRequests {
  /** Fetches a beacon as soon as it exists. */
  want(beaconRound: number): void;
  /** Stops requesting a beacon. */
  giveUp(beaconRound: number): void;
  isWanted(beaconRound: number): boolean;
  /** The wanted beacons whose tick has passed. */
  overdue(): number[];
}

export interface BeaconRequestsOptions extends FetchDeps {
  readonly chain: BeaconChain;
  /** Epoch ms. */
  readonly now: () => number;
  readonly setTimer: SetTimer;
  /** Called with each verified beacon that a relay returned. The beacon is then given up. */
  readonly onFound: (beaconRound: number, signature: Uint8Array) => void;
  /** Called with each request, which ends when the beacon is found or given up. */
  readonly track: (request: Promise<void>) => void;
  /** Aborts all requests, and prevents new ones. */
  readonly stopped: AbortSignal;
}

/**
 * How long before its tick a beacon is requested; relays delay their answer until it exists. A beacon that arrives
 * before its tick proves that the clock is slow.
 */
const EARLY_MS = 2_000;
/** The longest time between two checks of the clock, which may be set in the meantime. */
const LOOK_MS = 250;
/** Maximum old beacons fetched at once, so that a fresh one never waits for them. */
const MAX_PARALLEL_OLD = 3;

/** The age from which a beacon is old and only backfilled. */
const OLD_MS = 30_000;

export function isOldBeacon(chain: BeaconChain, beaconRound: number, nowMs: number): boolean {
  return tickMs(chain, beaconRound) < nowMs - OLD_MS;
}

export function createBeaconRequests(options: BeaconRequestsOptions): BeaconRequests {
  const { chain, now, setTimer, onFound, track, stopped } = options;
  const wanted = new Set<number>();
  const underWay = new Map<number, AbortController>();
  let cancelLook: (() => void) | undefined;
  stopped.addEventListener("abort", () => cancelLook?.());

  /** Starts the due requests, and schedules the next check. */
  function look(): void {
    cancelLook?.();
    cancelLook = undefined;
    if (stopped.aborted) {
      return;
    }
    const nowMs = now();
    const isOld = (beaconRound: number) => isOldBeacon(chain, beaconRound, nowMs);
    let nextMs = LOOK_MS;
    let old = [...underWay.keys()].filter(isOld).length;
    for (const beaconRound of wanted) {
      const leftMs = tickMs(chain, beaconRound) - EARLY_MS - nowMs;
      if (underWay.has(beaconRound) || (isOld(beaconRound) && old >= MAX_PARALLEL_OLD)) {
        continue;
      }
      if (leftMs > 0) {
        nextMs = Math.min(nextMs, leftMs);
        continue;
      }
      old += isOld(beaconRound) ? 1 : 0;
      const controller = new AbortController();
      underWay.set(beaconRound, controller);
      track(request(beaconRound, AbortSignal.any([controller.signal, stopped])));
    }
    if (wanted.size > 0) {
      cancelLook = setTimer(look, nextMs);
    }
  }

  async function request(beaconRound: number, signal: AbortSignal): Promise<void> {
    const found = await fetchBeacon(options, beaconRound, signal);
    underWay.delete(beaconRound);
    if (found !== undefined) {
      onFound(beaconRound, found.signature);
    }
    look();
  }

  return {
    want(beaconRound) {
      if (!wanted.has(beaconRound)) {
        wanted.add(beaconRound);
        look();
      }
    },
    giveUp(beaconRound) {
      wanted.delete(beaconRound);
      underWay.get(beaconRound)?.abort();
    },
    isWanted: (beaconRound) => wanted.has(beaconRound),
    overdue() {
      const nowMs = now();
      return [...wanted].filter((beaconRound) => tickMs(chain, beaconRound) <= nowMs);
    },
  };
}
