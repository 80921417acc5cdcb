import { roundStartMs } from "../round/phases.ts";
import { BEACON_DELAY_MS, beaconAt } from "./chain.ts";
import type { BeaconChain } from "./chain.ts";
import type { DayHeader } from "./header.ts";

/** When a round's bets close according to its header, epoch ms. */
export function closesAtMs(
  round: number,
  header: Pick<DayHeader, "intervalMs" | "closesMs">,
): number {
  return roundStartMs(round, header.intervalMs) + header.closesMs;
}

/**
 * The number of the beacon that decides a round whose bets close at `closesAt`, epoch ms. Throws a RangeError if the
 * chain has no beacon for it.
 */
export function decidingBeacon(closesAt: number, chain: BeaconChain): number {
  const beaconRound = beaconAt(chain, closesAt + BEACON_DELAY_MS);
  if (beaconRound === null) {
    throw new RangeError(
      `The chain ${chain.hash} has no beacon for bets that close at ${closesAt}.`,
    );
  }
  return beaconRound;
}
