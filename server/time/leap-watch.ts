import type { Log } from "../runtime/log.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import {
  endDoubt,
  keepDoubtedSince,
  keepToldUntil,
  readDoubtedSince,
  readToldUntil,
} from "./told-until.ts";

/** Watches for a clock that went on by far more than the time that passed. */
export interface LeapWatch {
  /** The time until which rounds were told when this began, epoch ms; undefined before the first. */
  readonly toldUntilMs: number | undefined;
  /** Whether the clock is much later than it was when it was last trusted, and nobody says the same. */
  isDoubted(): boolean;
  /** Keeps that rounds were told until a time, and that the clock is doubted or is not any more. */
  keep(untilMs: number): Promise<void>;
}

export interface LeapWatchOptions {
  readonly store: Store;
  readonly log: Log;
  /** The best guess at the time, epoch ms. */
  readonly now: Clock;
  readonly steady: Clock;
  /** True time is not before this, epoch ms; -Infinity where nothing proves it. */
  readonly provenMs: () => number;
  /** Whether anybody is heard whose clock does not depend on this machine's. */
  readonly isWitnessed: () => boolean;
}

/** A clock that went on for longer since it was last trusted may have leapt, in ms. */
const LEAP_MS = 36 * 3_600_000;
/** Who runs for so long after it is believed, in ms. */
const DOUBT_MS = 24 * 3_600_000;

/** @throws StoreError when the store does not answer. */
export async function watchForLeaps(options: LeapWatchOptions): Promise<LeapWatch> {
  const { store, log, now, steady, provenMs, isWitnessed } = options;
  const toldUntilMs = await readToldUntil(store);
  let keptMs = await readDoubtedSince(store);
  // What was told while the clock was doubted is told, and vouches for nothing.
  let trustedMs = keptMs ?? toldUntilMs;
  let doubtedFromMs: number | undefined;

  function isDoubted(): boolean {
    return (
      trustedMs !== undefined && now() - Math.max(trustedMs, provenMs()) > LEAP_MS && !isWitnessed()
    );
  }

  /** Until when the clock was trusted, as long as it is doubted. */
  function doubtedSince(): number | undefined {
    if (trustedMs === undefined || !isDoubted()) {
      doubtedFromMs = undefined;
      return undefined;
    }
    if (doubtedFromMs === undefined) {
      doubtedFromMs = steady();
      log("clock doubted", {
        toldUntil: new Date(trustedMs).toISOString(),
        advice: "Nothing is deleted for a day. See that this machine's clock is right.",
      });
    }
    return steady() - doubtedFromMs < DOUBT_MS ? trustedMs : undefined;
  }

  return {
    toldUntilMs,
    isDoubted,
    async keep(untilMs) {
      const sinceMs = doubtedSince();
      if (sinceMs !== undefined) {
        // Before the other, or a stop between the two would have the leapt time trusted.
        if (keptMs === undefined) {
          await keepDoubtedSince(store, sinceMs);
          keptMs = sinceMs;
        }
        await keepToldUntil(store, untilMs);
        return;
      }
      await keepToldUntil(store, untilMs);
      if (keptMs !== undefined) {
        await endDoubt(store);
        keptMs = undefined;
      }
      trustedMs = untilMs;
      doubtedFromMs = undefined;
    },
  };
}
