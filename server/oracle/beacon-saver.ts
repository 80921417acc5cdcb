import type { Log } from "../runtime/log.ts";
import type { Pause } from "../runtime/timers.ts";
import type { BeaconStore } from "./stored-beacons.ts";

export interface BeaconSaverOptions {
  readonly stored: Pick<BeaconStore, "save">;
  readonly pause: Pause;
  readonly log: Log;
  /** Called with each running save. */
  readonly track: (task: Promise<void>) => void;
  /** Aborts all attempts: a beacon that is not stored can be fetched again. */
  readonly stopped: AbortSignal;
}

/** Saves a beacon at once, and retries until it is stored. */
export type SaveBeacon = (beaconRound: number, signature: Uint8Array) => void;

/** The first pause after a failed save. */
const SOON_MS = 250;
/** The longest pause after a failed save. */
const LATE_MS = 30_000;

/**
 * Saves beacons. Failed saves share one timer: a store that is unreachable for days gets one write at a time,
 * however many beacons arrive.
 */
export function createBeaconSaver({
  stored,
  pause,
  log,
  track,
  stopped,
}: BeaconSaverOptions): SaveBeacon {
  /** Beacons to retry, the next one first. `retry` runs while there are any. */
  const unsaved = new Map<number, Uint8Array>();

  async function isSaved(beaconRound: number, signature: Uint8Array): Promise<boolean> {
    try {
      await stored.save(beaconRound, signature);
      return true;
    } catch (error) {
      log("beacon not kept", { beacon: beaconRound, cause: String(error) });
      return false;
    }
  }

  async function retry(): Promise<void> {
    let waitMs = SOON_MS;
    await pause(waitMs, stopped);
    // Iterating a map includes entries set during the iteration, so a beacon that fails again gets another turn.
    for (const [beaconRound, signature] of unsaved) {
      if (stopped.aborted) {
        return;
      }
      const saved = await isSaved(beaconRound, signature);
      unsaved.delete(beaconRound);
      if (saved) {
        waitMs = SOON_MS;
      } else {
        unsaved.set(beaconRound, signature);
        waitMs = Math.min(2 * waitMs, LATE_MS);
        await pause(waitMs, stopped);
      }
    }
  }

  async function save(beaconRound: number, signature: Uint8Array): Promise<void> {
    if (await isSaved(beaconRound, signature)) {
      return;
    }
    unsaved.set(beaconRound, signature);
    if (unsaved.size === 1) {
      await retry();
    }
  }

  return (beaconRound, signature) => track(save(beaconRound, signature));
}
