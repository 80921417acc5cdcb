import { setTimeout as pause } from "node:timers/promises";
import { isBusy } from "./sqlite-fault.ts";

/** How long a statement waits for another process's transaction. */
const BUSY_MS = 5_000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;

/**
 * Does `work` once no other process holds the SQLite file: two servers may share one.
 *
 * Node's driver works on the main thread, so SQLite itself must never wait for a lock: instead `work`
 * is tried again after a pause, and everything else goes on meanwhile.
 *
 * @param busyMs how long that may take; five seconds if absent.
 * @param isHeld whether another caller has just waited in vain, so that this one does not wait.
 * @throws what `work` throws; that the file is busy only after that time, or while it is held.
 */
export async function retryWhileBusy<T>(
  work: () => T,
  { busyMs = BUSY_MS, isHeld }: { busyMs?: number; isHeld?: () => boolean } = {},
): Promise<T> {
  let pauseMs = FIRST_PAUSE_MS;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || waitedMs >= busyMs || isHeld?.() === true) {
        throw error;
      }
    }
    await pause(pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}
