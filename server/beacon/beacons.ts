import { isBeacon } from "../../src/fairness/beacon.ts";
import { tickMs } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { Log } from "../runtime/log.ts";
import type { SetTimer } from "../runtime/timers.ts";
import type { BeaconWitness } from "../time/witnesses/beacons.ts";
import { fetchBeacon } from "./fetch-beacon.ts";
import type { Fetching, Pause } from "./fetch-beacon.ts";
import type { BeaconSource } from "./relay.ts";

/** The beacons of one chain: verified, held, and fetched when their time comes. */
export interface Beacons {
  readonly chain: BeaconChain;
  /** A beacon that is held in memory, verified; undefined when it is not. */
  held(beaconRound: number): Uint8Array | undefined;
  /**
   * Since when a beacon is held, epoch ms: -Infinity for one that was kept from before, Infinity for
   * one that is not held.
   */
  heldSinceMs(beaconRound: number): number;
  /**
   * Sees to it that a beacon is held as soon as it can be: it is asked for from a second before its
   * time, or at once when that is past, until it is had. Asking twice changes nothing.
   */
  want(beaconRound: number): void;
  /** Asks no more for a beacon. */
  giveUp(beaconRound: number): void;
  isWanted(beaconRound: number): boolean;
  /** The wanted beacons whose time is past. */
  overdue(): number[];
  /**
   * Brings those of the beacons that were kept back into memory, and says which these are. What is kept
   * and is no beacon is fetched again. Rejects when the store is silent.
   */
  recall(beaconRounds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Takes a beacon from whoever has it; false when it is not genuine. */
  handIn(beaconRound: number, signature: Uint8Array): boolean;
  /** Has `listener` called with the number of each beacon when it comes to be held. */
  onBeacon(listener: (beaconRound: number) => void): void;
  /** Stops asking, and waits for what is under way. */
  stop(): Promise<void>;
}

/** Where beacons stay for good. */
export interface BeaconKeeper {
  keep(beaconRound: number, signature: Uint8Array): Promise<void>;
  /** The beacons that are kept, verified, and the numbers under which something else was found. */
  find(beaconRounds: readonly number[]): Promise<{
    readonly genuine: ReadonlyMap<number, Uint8Array>;
    readonly refuted: readonly number[];
  }>;
}

export interface BeaconsOptions {
  readonly chain: BeaconChain;
  readonly sources: readonly BeaconSource[];
  readonly keeper: BeaconKeeper;
  /** Epoch ms. */
  readonly now: () => number;
  readonly setTimer: SetTimer;
  readonly log: Log;
  /** Learns from each beacon what it proves about the clock. */
  readonly clock: Pick<BeaconWitness, "prove" | "noteArrival" | "lagMs">;
}

/** How long before its time a beacon is asked for: relays hold the answer back until it is there. */
const EARLY_MS = 1_000;
/** The longest that the clock is not looked at, since it may be set while something is waited for. */
const LOOK_MS = 250;
/** A beacon that came longer ago than this is one of those to make up for. */
const OLD_MS = 30_000;
/** So many of those are fetched at once: a fresh one is never to wait for them. */
const OLD_AT_ONCE = 3;
/** Beacons held in memory, of those that came fresh, and as many of the others. */
const HELD = 4_096;

interface HeldBeacon {
  readonly signature: Uint8Array;
  readonly sinceMs: number;
}

export function createBeacons(options: BeaconsOptions): Beacons {
  const { chain, sources, keeper, now, setTimer, log, clock } = options;
  const fresh = new Map<number, HeldBeacon>();
  // Apart, so that no one who reads old history can push out the beacon of the round that runs.
  const recalled = new Map<number, HeldBeacon>();
  const wanted = new Set<number>();
  const underWay = new Map<number, AbortController>();
  const work = new Set<Promise<void>>();
  const listeners: ((beaconRound: number) => void)[] = [];
  const failing = new Set<string>();
  const stopped = new AbortController();
  const pause = pauseWith(setTimer);
  let cancelLook: (() => void) | undefined;

  const note: Fetching["note"] = (source, outcome) => {
    if (outcome === "genuine") {
      if (failing.delete(source.name)) {
        log("beacon source answers again", { source: source.name });
      }
    } else if (outcome !== "early" && !failing.has(source.name)) {
      failing.add(source.name);
      log("beacon source fails", { source: source.name, fault: outcome });
    }
  };

  const heldOne = (beaconRound: number) => fresh.get(beaconRound) ?? recalled.get(beaconRound);

  function hold(beaconRound: number, beacon: HeldBeacon): void {
    const place = isOld(beaconRound, now()) ? recalled : fresh;
    place.set(beaconRound, beacon);
    const [oldest] = place.keys();
    if (place.size > HELD && oldest !== undefined) {
      place.delete(oldest);
    }
  }

  function want(beaconRound: number): void {
    if (heldOne(beaconRound) === undefined && !wanted.has(beaconRound)) {
      wanted.add(beaconRound);
      look();
    }
  }

  function giveUp(beaconRound: number): void {
    wanted.delete(beaconRound);
    underWay.get(beaconRound)?.abort();
  }

  /** A verified beacon has come that was not held. */
  function arrive(beaconRound: number, signature: Uint8Array): void {
    giveUp(beaconRound);
    hold(beaconRound, { signature, sinceMs: now() });
    clock.prove(tickMs(chain, beaconRound));
    for (const listener of listeners) {
      listener(beaconRound);
    }
  }

  /** A verified beacon has come from outside, which may be the first that anybody has of it. */
  function take(beaconRound: number, signature: Uint8Array): void {
    if (heldOne(beaconRound) === undefined) {
      arrive(beaconRound, signature);
      track(keep(beaconRound, signature));
    }
  }

  /** Until it is kept, or the service stops; a beacon can be fetched again. */
  async function keep(beaconRound: number, signature: Uint8Array): Promise<void> {
    for (let waitMs = LOOK_MS; !stopped.signal.aborted; waitMs = Math.min(2 * waitMs, OLD_MS)) {
      try {
        return await keeper.keep(beaconRound, signature);
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
    const fetching = { chain, sources, pause, note };
    const found = await fetchBeacon(fetching, beaconRound, signal);
    underWay.delete(beaconRound);
    if (found !== undefined) {
      const comesMs = tickMs(chain, beaconRound);
      // One that was there already when it was asked for tells nothing of the time.
      if (askedMs < comesMs) {
        clock.noteArrival(comesMs);
      }
      take(beaconRound, found.signature);
    }
    look();
  }

  /** Starts what is due, and comes back when the next is. */
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

  /** A clock that is slow asks too late: then by twice as much earlier, so that it shows how slow. */
  function dueMs(beaconRound: number): number {
    return tickMs(chain, beaconRound) - EARLY_MS - 2 * clock.lagMs();
  }

  function isOld(beaconRound: number, nowMs: number): boolean {
    return tickMs(chain, beaconRound) < nowMs - OLD_MS;
  }

  return {
    chain,
    held: (beaconRound) => heldOne(beaconRound)?.signature,
    heldSinceMs: (beaconRound) => heldOne(beaconRound)?.sinceMs ?? Number.POSITIVE_INFINITY,
    want,
    giveUp,
    isWanted: (beaconRound) => wanted.has(beaconRound),
    overdue() {
      const nowMs = now();
      return [...wanted].filter((beaconRound) => tickMs(chain, beaconRound) <= nowMs);
    },
    async recall(beaconRounds) {
      const { genuine, refuted } = await keeper.find(beaconRounds);
      for (const [beaconRound, signature] of genuine) {
        if (wanted.has(beaconRound)) {
          // Somebody else had it first.
          arrive(beaconRound, signature);
        } else if (heldOne(beaconRound) === undefined) {
          hold(beaconRound, { signature, sinceMs: Number.NEGATIVE_INFINITY });
        }
      }
      refuted.forEach(want);
      return new Set(genuine.keys());
    },
    handIn(beaconRound, signature) {
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
