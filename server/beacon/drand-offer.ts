import { beaconAt, BEACON_DELAY_MS } from "../../src/fairness/chain.ts";
import type { BeaconSettings } from "../config/beacon-settings.ts";
import { drandRelay } from "./drand-relay.ts";
import { fetchBeacon } from "./fetch-beacon.ts";

/** A relay that answers at all does so sooner. */
const PATIENCE_MS = 10_000;
/** By then every relay has the beacon, though the clock may be some seconds off. */
const AGE_MS = 30_000;

/** What the owner of a new service reads where mode `drand` would work. */
export const DRAND_OFFER = `
  Rounds are decided by this service's secret alone (mode seed): you could know results in advance.
  The relays of drand answer from here. Start with ENTROPY=drand, and nobody can, not even you.
  It applies from the first day that is not published yet; with a new DATA_DIR, from the next round.

`;

/** Whether a beacon can be had and verified from here, now. Never rejects. */
export async function canUseDrand(
  { chain, relays }: BeaconSettings,
  nowMs: number,
  patienceMs: number = PATIENCE_MS,
): Promise<boolean> {
  const pastMs = nowMs - AGE_MS;
  const beaconRound = beaconAt(chain, pastMs - (pastMs % BEACON_DELAY_MS));
  if (beaconRound === null) {
    return false;
  }
  const deps = {
    chain,
    sources: relays.map((address) => drandRelay(address, chain.hash)),
    // Each is asked once: this is an offer, nothing waits for it.
    pause: (_ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve())),
    note: () => {},
  };
  const patience = AbortSignal.timeout(patienceMs);
  return (await fetchBeacon(deps, beaconRound, patience)) !== undefined;
}
