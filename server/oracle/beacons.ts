import { isBeacon } from "../../src/fairness/beacon.ts";
import { beaconTimeMs } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { Log } from "../runtime/log.ts";
import { LruMap } from "../runtime/lru-map.ts";
import { pauseWith } from "../runtime/timers.ts";
import type { SetTimer } from "../runtime/timers.ts";
import { fetchBeacon, logSourceFaults } from "./relays.ts";
import type { BeaconSource } from "./relays.ts";
import type { ServiceClock } from "./service-clock.ts";
import type { BeaconStore } from "./stored-beacons.ts";

/** A chain's beacons. Each one is fetched when due, verified and cached. */
export type Beacons = ReturnType<typeof createBeacons>;

export interface BeaconsOptions {
  readonly chain: BeaconChain;
  readonly sources: readonly BeaconSource[];
  readonly stored: Pick<BeaconStore, "save" | "load">;
  /** Epoch ms. */
  readonly now: () => number;
  readonly setTimer: SetTimer;
  readonly log: Log;
  readonly clock: Pick<ServiceClock, "prove">;
}

export function createBeacons(options: BeaconsOptions) {
  const { chain, sources, stored, now, setTimer, log, clock } = options;
  // Old beacons have their own cache, so that reading old history cannot evict the current round's beacon.
  const fresh = new LruMap<number, HeldBeacon>(MAX_HELD);
  const old = new LruMap<number, HeldBeacon>(MAX_HELD);
  const held = (beaconRound: number) => fresh.get(beaconRound) ?? old.get(beaconRound);
  const listeners: ((beaconRound: number) => void)[] = [];
  const wanted = new Set<number>();
  const underWay = new Map<number, AbortController>();
  const work = new Set<Promise<void>>();
  const stopping = new AbortController();
  const unsaved = new Map<number, Uint8Array>();
  const fetching = { chain, sources, pause: pauseWith(setTimer), onOutcome: logSourceFaults(log) };
  let cancelCheck: (() => void) | undefined;

  const isOld = (beaconRound: number) => beaconTimeMs(chain, beaconRound) < now() - OLD_MS;

  function track(task: Promise<void>): void {
    work.add(task);
    void task.finally(() => work.delete(task));
  }

  function want(beaconRound: number): void {
    if (held(beaconRound) === undefined && !wanted.has(beaconRound)) {
      wanted.add(beaconRound);
      check();
    }
  }

  function giveUp(beaconRound: number): void {
    wanted.delete(beaconRound);
    underWay.get(beaconRound)?.abort();
  }

  /** Requests the wanted beacons that are due. */
  function check(): void {
    cancelCheck?.();
    if (stopping.signal.aborted || wanted.size === 0) {
      return;
    }
    let nextMs = CHECK_MS;
    let oldUnderWay = [...underWay.keys()].filter(isOld).length;
    for (const beaconRound of wanted) {
      const leftMs = beaconTimeMs(chain, beaconRound) - EARLY_MS - now();
      if (underWay.has(beaconRound) || (isOld(beaconRound) && oldUnderWay >= MAX_PARALLEL_OLD)) {
        continue;
      }
      if (leftMs > 0) {
        nextMs = Math.min(nextMs, leftMs);
        continue;
      }
      oldUnderWay += isOld(beaconRound) ? 1 : 0;
      track(request(beaconRound));
    }
    cancelCheck = setTimer(check, nextMs);
  }

  async function request(beaconRound: number): Promise<void> {
    const controller = new AbortController();
    underWay.set(beaconRound, controller);
    const signal = AbortSignal.any([controller.signal, stopping.signal]);
    const signature = await fetchBeacon(fetching, beaconRound, signal);
    underWay.delete(beaconRound);
    if (signature !== undefined) {
      take(beaconRound, signature);
    }
    check();
  }

  function hold(beaconRound: number, beacon: HeldBeacon): void {
    (isOld(beaconRound) ? old : fresh).set(beaconRound, beacon);
  }

  function arrive(beaconRound: number, signature: Uint8Array): void {
    giveUp(beaconRound);
    hold(beaconRound, { signature, sinceMs: now() });
    clock.prove(beaconTimeMs(chain, beaconRound));
    for (const listener of listeners) {
      listener(beaconRound);
    }
  }

  function take(beaconRound: number, signature: Uint8Array): void {
    if (held(beaconRound) === undefined) {
      arrive(beaconRound, signature);
      unsaved.set(beaconRound, signature);
      track(save().catch(() => {}));
    }
  }

  async function save(): Promise<void> {
    for (const [beaconRound, signature] of unsaved) {
      await stored.save(beaconRound, signature);
      unsaved.delete(beaconRound);
    }
  }

  return {
    chain,
    get: (beaconRound: number) => held(beaconRound)?.signature,
    /** Epoch ms; -Infinity for a beacon that was stored earlier, Infinity for one that is not in memory. */
    heldSinceMs: (beaconRound: number) => held(beaconRound)?.sinceMs ?? Number.POSITIVE_INFINITY,
    /**
     * Fetches a beacon as soon as it exists: asks relays from two seconds before its tick, or at once if that time has
     * passed, until one returns it. A second call has no effect.
     */
    want,
    giveUp,
    isWanted: (beaconRound: number) => wanted.has(beaconRound),
    overdue() {
      const nowMs = now();
      return [...wanted].filter((beaconRound) => beaconTimeMs(chain, beaconRound) <= nowMs);
    },
    /**
     * Loads beacons from the store into memory, and returns the numbers found. Fetches a stored beacon again if it is
     * not genuine. Rejects if the store does not respond.
     */
    async load(beaconRounds: readonly number[]): Promise<ReadonlySet<number>> {
      const { genuine, refuted } = await stored.load(beaconRounds);
      for (const [beaconRound, signature] of genuine) {
        if (wanted.has(beaconRound)) {
          // Another server received it first.
          arrive(beaconRound, signature);
        } else if (held(beaconRound) === undefined) {
          hold(beaconRound, { signature, sinceMs: Number.NEGATIVE_INFINITY });
        }
      }
      refuted.forEach(want);
      return new Set(genuine.keys());
    },
    /** Saves the beacons that could not be saved when they arrived. Rejects if the store does not respond. */
    save,
    /** Accepts a beacon as if a relay had sent it, for tests; false if it is not genuine. */
    submit(beaconRound: number, signature: Uint8Array): boolean {
      const isGenuine = isBeacon(chain, beaconRound, signature);
      if (isGenuine) {
        take(beaconRound, signature);
      }
      return isGenuine;
    },
    onBeacon: (listener: (beaconRound: number) => void) => void listeners.push(listener),
    async stop(): Promise<void> {
      stopping.abort();
      cancelCheck?.();
      await Promise.all(work);
    },
  };
}

/**
 * A beacon is requested this long before its tick; relays delay their response until it exists. A beacon that arrives
 * before its tick proves that the clock is slow.
 */
const EARLY_MS = 2_000;
/** Maximum time between two checks of the clock, which might be set in the meantime. */
const CHECK_MS = 250;
/** Maximum number of old beacons requested at once, so that a fresh one never waits for them. */
const MAX_PARALLEL_OLD = 3;

/** Maximum age of a fresh beacon, in ms. An older one is only backfilled. */
const OLD_MS = 30_000;

interface HeldBeacon {
  readonly signature: Uint8Array;
  /** When this process received it, epoch ms; -Infinity if it was stored earlier. */
  readonly sinceMs: number;
}

/** Maximum number of beacons in each cache. */
const MAX_HELD = 4_096;
