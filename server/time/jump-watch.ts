import type { Log } from "../runtime/log.ts";
import type { Store } from "../store/store.ts";
import type { Clock } from "./clock.ts";
import {
  endDoubt,
  saveDoubtedSince,
  savePublishedUntil,
  readDoubtedSince,
  readPublishedUntil,
} from "./published-until.ts";

/**
 * Watches for a clock that jumped ahead by far more than the time that passed, as after a battery change
 * or a restored virtual machine. Nothing may be deleted by such a clock.
 */
export interface JumpWatch {
  /** Until when rounds had been published at the start, epoch ms; undefined before the first. */
  readonly publishedUntilMs: number | undefined;
  /** Whether the clock is much later than when it was last trusted, and no witness confirms it. */
  isDoubted(): boolean;
  /** Saves until when rounds are published, and whether the clock is doubted. */
  save(untilMs: number): Promise<void>;
}

export interface JumpWatchOptions {
  readonly store: Store;
  readonly log: Log;
  /** The best guess at the time, epoch ms. */
  readonly now: Clock;
  readonly steady: Clock;
  /** True time is not before this, epoch ms; -Infinity where nothing proves it. */
  readonly provenMs: () => number;
  /** Whether any witness answers whose clock does not depend on this machine's. */
  readonly isWitnessed: () => boolean;
}

/** A clock that went ahead by more since it was last trusted may have jumped. */
const JUMP_MS = 36 * 3_600_000;
/** A clock that has run for so long is trusted again, in ms. */
const DOUBT_MS = 24 * 3_600_000;

/** @throws StoreError when the store does not answer. */
export async function watchForJumps(options: JumpWatchOptions): Promise<JumpWatch> {
  const { store, log, now, steady, provenMs, isWitnessed } = options;
  const publishedUntilMs = await readPublishedUntil(store);
  let savedMs = await readDoubtedSince(store);
  // What was published while the clock was doubted says nothing about the time.
  let trustedMs = savedMs ?? publishedUntilMs;
  let doubtedFromMs: number | undefined;

  function isDoubted(): boolean {
    return (
      trustedMs !== undefined && now() - Math.max(trustedMs, provenMs()) > JUMP_MS && !isWitnessed()
    );
  }

  /** Until when the clock was trusted, while it is doubted; undefined otherwise. */
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
    publishedUntilMs,
    isDoubted,
    async save(untilMs) {
      const sinceMs = doubtedSince();
      if (sinceMs !== undefined) {
        // First, or a crash between the two writes would leave the wrong time trusted.
        if (savedMs === undefined) {
          await saveDoubtedSince(store, sinceMs);
          savedMs = sinceMs;
        }
        await savePublishedUntil(store, untilMs);
        return;
      }
      await savePublishedUntil(store, untilMs);
      if (savedMs !== undefined) {
        await endDoubt(store);
        savedMs = undefined;
      }
      trustedMs = untilMs;
      doubtedFromMs = undefined;
    },
  };
}
