import type { Log } from "../runtime/log.ts";
import type { Pause } from "../runtime/pause.ts";
import type { BeaconStore } from "./stored-beacons.ts";

export interface SaveDeps {
  readonly stored: Pick<BeaconStore, "save">;
  readonly pause: Pause;
  readonly log: Log;
}

/** How soon a save that failed is tried again at first, and at the latest. */
const SOON_MS = 250;
const LATE_MS = 30_000;

/** Tries to save a beacon until it is stored or the signal aborts: then it can be fetched again. */
export async function saveUntilStored(
  { stored, pause, log }: SaveDeps,
  beaconRound: number,
  signature: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  for (let waitMs = SOON_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, LATE_MS)) {
    try {
      return await stored.save(beaconRound, signature);
    } catch (error) {
      log("beacon not kept", { beacon: beaconRound, cause: String(error) });
    }
    await pause(waitMs, signal);
  }
}
