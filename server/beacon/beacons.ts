import { isBeacon } from "../../src/fairness/beacon.ts";
import { tickMs } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { Log } from "../runtime/log.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { BeaconWitness } from "../time/witnesses/beacons.ts";
import { createBeaconCache } from "./beacon-cache.ts";
import type { HeldBeacon } from "./beacon-cache.ts";
import type { BeaconSource } from "./drand-relay.ts";
import { fetchBeacon } from "./fetch-beacon.ts";
import type { FetchDeps, Pause } from "./fetch-beacon.ts";

/** The beacons of one chain: verified, held, and fetched when their time comes. */
export interface Beacons {
  readonly chain: BeaconChain;
  /** A beacon that is held in memory, verified; undefined when it is not. */
  held(beaconRound: number): Uint8Array | undefined;
  /**
   * Since when a beacon is held, epoch ms: -Infinity for one that was stored earlier, Infinity for one
   * that is not held.
   */
  heldSinceMs(beaconRound: number): number;
  /**
   * Fetches a beacon as soon as it exists: relays are asked from a second before its tick, or at once
   * when that is past, until one has it. Calling this twice changes nothing.
   */
  want(beaconRound: number): void;
  /** Stops asking for a beacon. */
  giveUp(beaconRound: number): void;
  isWanted(beaconRound: number): boolean;
  /** The wanted beacons whose tick is past. */
  overdue(): number[];
  /**
   * Loads beacons from the store into memory, and returns the numbers of those that were there. A stored
   * one that is not genuine is fetched again. Rejects when the store does not answer.
   */
  load(beaconRounds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Takes a beacon that no relay gave; false when it is not genuine. */
  submit(beaconRound: number, signature: Uint8Array): boolean;
  /** Calls `listener` with the number of each beacon that arrives. */
  onBeacon(listener: (beaconRound: number) => void): void;
  /** Stops asking, and waits for running requests. */
  stop(): Promise<void>;
}

/** The beacons in the store. */
export interface BeaconStore {
  save(beaconRound: number, signature: Uint8Array): Promise<void>;
  /** The stored beacons, verified, and the numbers under which something else was found. */
  load(beaconRounds: readonly number[]): Promise<{
    readonly genuine: ReadonlyMap<number, Uint8Array>;
    readonly refuted: readonly number[];
  }>;
}

export interface BeaconsOptions {
  readonly chain: BeaconChain;
  readonly sources: readonly BeaconSource[];
  readonly stored: BeaconStore;
  /** Epoch ms. */
  readonly now: () => number;
  readonly setTimer: SetTimer;
  readonly log: Log;
  /** Learns from each beacon what it proves about the clock. */
  readonly clock: Pick<BeaconWitness, "prove" | "noteArrival" | "lagMs">;
}

/** How long before its time a beacon is asked for: relays hold the answer back until it is there. */
const EARLY_MS = 1_000;
/** The longest wait between two looks at the clock, which may be set meanwhile. */
const LOOK_MS = 250;
/** A beacon whose tick is longer ago than this is old: it is backfilled. */
const OLD_MS = 30_000;
/** So many old beacons are fetched at once, so that a fresh one never waits for them. */
const OLD_AT_ONCE = 3;
export function createBeacons(options: BeaconsOptions): Beacons {
  const { chain, sources, stored, now, setTimer, log, clock } = options;
  const cache = createBeaconCache();
  const wanted = new Set<number>();
  const underWay = new Map<number, AbortController>();
  const work = new Set<Promise<void>>();
  const listeners: ((beaconRound: number) => void)[] = [];
  const failing = new Set<string>();
  const stopped = new AbortController();
  const pause = pauseWith(setTimer);
  let cancelLook: (() => void) | undefined;

  const note: FetchDeps["note"] = (source, outcome) => {
    if (outcome === "genuine") {
      if (failing.delete(source.name)) {
        log("beacon source answers again", { source: source.name });
      }
    } else if (outcome !== "early" && !failing.has(source.name)) {
      failing.add(source.name);
      log("beacon source fails", { source: source.name, fault: outcome });
    }
  };

  function hold(beaconRound: number, beacon: HeldBeacon): void {
    cache.set(beaconRound, beacon, isOld(beaconRound, now()));
  }

  function want(beaconRound: number): void {
    if (cache.get(beaconRound) === undefined && !wanted.has(beaconRound)) {
      wanted.add(beaconRound);
      look();
    }
  }

  function giveUp(beaconRound: number): void {
    wanted.delete(beaconRound);
    underWay.get(beaconRound)?.abort();
  }

  /** Holds a verified beacon that was not held, and notifies the listeners. */
  function arrive(beaconRound: number, signature: Uint8Array): void {
    giveUp(beaconRound);
    hold(beaconRound, { signature, sinceMs: now() });
    clock.prove(tickMs(chain, beaconRound));
    for (const listener of listeners) {
      listener(beaconRound);
    }
  }

  /** Takes a verified beacon from outside, which no server on the store may have yet. */
  function take(beaconRound: number, signature: Uint8Array): void {
    if (cache.get(beaconRound) === undefined) {
      arrive(beaconRound, signature);
      track(save(beaconRound, signature));
    }
  }

  /** Tries until the beacon is stored or the service stops; it can be fetched again. */
  async function save(beaconRound: number, signature: Uint8Array): Promise<void> {
    for (let waitMs = LOOK_MS; !stopped.signal.aborted; waitMs = Math.min(2 * waitMs, OLD_MS)) {
      try {
        return await stored.save(beaconRound, signature);
      } catch (error) {
        log("beacon not kept", { beacon: beaconRound, cause: String(error) });
      }
      await pause(waitMs, stopped.signal);
    }
  }

  function track(task: Promise<void>): void {
    work.add(task);
    void task.finally(() => work.delete(task));
  }

  async function fetchWanted(beaconRound: number, controller: AbortController): Promise<void> {
    const askedMs = now();
    const signal = AbortSignal.any([controller.signal, stopped.signal]);
    const deps = { chain, sources, pause, note };
    const found = await fetchBeacon(deps, beaconRound, signal);
    underWay.delete(beaconRound);
    if (found !== undefined) {
      const comesMs = tickMs(chain, beaconRound);
      // A beacon that existed before the request says nothing about the clock.
      if (askedMs < comesMs) {
        clock.noteArrival(comesMs);
      }
      take(beaconRound, found.signature);
    }
    look();
  }

  /** Starts the requests that are due, and looks again when the next is. */
  function look(): void {
    cancelLook?.();
    cancelLook = undefined;
    if (stopped.signal.aborted) {
      return;
    }
    const nowMs = now();
    let nextMs = LOOK_MS;
    let old = [...underWay.keys()].filter((beacon) => isOld(beacon, nowMs)).length;
    for (const beaconRound of wanted) {
      const leftMs = dueMs(beaconRound) - nowMs;
      if (underWay.has(beaconRound) || (isOld(beaconRound, nowMs) && old >= OLD_AT_ONCE)) {
        continue;
      }
      if (leftMs > 0) {
        nextMs = Math.min(nextMs, leftMs);
        continue;
      }
      old += isOld(beaconRound, nowMs) ? 1 : 0;
      const controller = new AbortController();
      underWay.set(beaconRound, controller);
      track(fetchWanted(beaconRound, controller));
    }
    if (wanted.size > 0) {
      cancelLook = setTimer(look, nextMs);
    }
  }

  /** A slow clock asks too late: so ask earlier by twice the known lag, and the beacon's arrival shows the true lag. */
  function dueMs(beaconRound: number): number {
    return tickMs(chain, beaconRound) - EARLY_MS - 2 * clock.lagMs();
  }

  function isOld(beaconRound: number, nowMs: number): boolean {
    return tickMs(chain, beaconRound) < nowMs - OLD_MS;
  }

  return {
    chain,
    held: (beaconRound) => cache.get(beaconRound)?.signature,
    heldSinceMs: (beaconRound) => cache.get(beaconRound)?.sinceMs ?? Number.POSITIVE_INFINITY,
    want,
    giveUp,
    isWanted: (beaconRound) => wanted.has(beaconRound),
    overdue() {
      const nowMs = now();
      return [...wanted].filter((beaconRound) => tickMs(chain, beaconRound) <= nowMs);
    },
    async load(beaconRounds) {
      const { genuine, refuted } = await stored.load(beaconRounds);
      for (const [beaconRound, signature] of genuine) {
        if (wanted.has(beaconRound)) {
          // Another server had it first.
          arrive(beaconRound, signature);
        } else if (cache.get(beaconRound) === undefined) {
          hold(beaconRound, { signature, sinceMs: Number.NEGATIVE_INFINITY });
        }
      }
      refuted.forEach(want);
      return new Set(genuine.keys());
    },
    submit(beaconRound, signature) {
      const isGenuine = isBeacon(chain, beaconRound, signature);
      if (isGenuine) {
        take(beaconRound, signature);
      }
      return isGenuine;
    },
    onBeacon: (listener) => void listeners.push(listener),
    async stop() {
      stopped.abort();
      cancelLook?.();
      await Promise.all(work);
    },
  };
}

function pauseWith(setTimer: SetTimer): Pause {
  return (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const cancel = setTimer(done, ms);
      function done(): void {
        cancel();
        signal.removeEventListener("abort", done);
        resolve();
      }
      signal.addEventListener("abort", done);
    });
}
