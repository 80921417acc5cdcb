import { BEACON_DELAY_MS, beaconAt } from "../../src/fairness/chain.ts";
import type { BeaconSettings } from "../config/beacon-settings.ts";
import { drandRelay, fetchBeacon } from "./relays.ts";

/** Every relay has a beacon of this age, even if the clock is some seconds off. */
const BEACON_AGE_MS = 30_000;

/** For the owner of a new service on which `drand` mode would work. */
export const DRAND_OFFER = `
  Rounds are decided by this service's secret alone (mode seed), so you could know results in advance.
  This machine can reach the relays of drand. Start with ENTROPY=drand, and nobody can know a result in
  advance, not even you. It applies from the first day that is not published yet; with a new DATA_DIR,
  from the next round.

`;

/** Whether this machine can fetch and verify a beacon now. Never rejects. */
export async function canUseDrand(
  { chain, relays }: BeaconSettings,
  nowMs: number,
  patienceMs = 10_000,
): Promise<boolean> {
  const pastMs = nowMs - BEACON_AGE_MS;
  const beaconRound = beaconAt(chain, pastMs - (pastMs % BEACON_DELAY_MS));
  if (beaconRound === null) {
    return false;
  }
  const deps = {
    chain,
    sources: relays.map((url) => drandRelay(url, chain.hash)),
    // Ask each relay only once: this is an offer, and nothing waits for it.
    pause: (_ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve())),
    onOutcome: () => {},
  };
  return (await fetchBeacon(deps, beaconRound, AbortSignal.timeout(patienceMs))) !== undefined;
}
