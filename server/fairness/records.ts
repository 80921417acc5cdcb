import { hexToBytes } from "@noble/hashes/utils.js";
import { closesAtMs, decidingBeacon } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { dealRound, openRecord, roundRecord } from "../../src/fairness/publish.ts";
import { dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import { timingOf } from "../../src/games/timing.ts";
import { phaseStartMs } from "../../src/round/phases.ts";
import type { Beacons } from "../oracle/beacons.ts";
import type { CommittedDays } from "./commitments.ts";
import type { DayHeaders } from "./day-headers.ts";

export interface RecordsOptions {
  readonly days: CommittedDays;
  readonly headers: Pick<DayHeaders, "of">;
  readonly beacons: Pick<Beacons, "chain" | "get" | "load">;
}

/** Publishes the part of a round that the protocol allows at each time, and nothing earlier. */
export function createRecords({ days, headers, beacons }: RecordsOptions) {
  function chainOf(header: SignedHeader): BeaconChain | null {
    if (header.chain === null) {
      return null;
    }
    if (beacons.chain.hash !== header.chain) {
      throw new Error(`Restore DRAND_CHAIN: ${header.date} needs the chain ${header.chain}.`);
    }
    return beacons.chain;
  }

  /** The beacon of a round: null in `seed` mode, undefined while it is missing. */
  async function beaconOf(
    round: number,
    header: SignedHeader,
    chain: BeaconChain | null,
  ): Promise<Uint8Array | null | undefined> {
    if (chain === null) {
      return null;
    }
    const number = decidingBeacon(closesAtMs(round, header), chain);
    if (beacons.get(number) === undefined) {
      await beacons.load([number]);
    }
    return beacons.get(number);
  }

  return {
    /**
     * A round's record, and whether it is complete and never changes again; undefined if the header of its day is not
     * published.
     */
    async of(game: Game, round: number, nowMs: number) {
      const day = dayOfRound(round, game.intervalMs);
      const header = headers.of(game, day);
      if (header === undefined) {
        return undefined;
      }
      const chain = chainOf(header);
      const { seedOf, commitment } = days(game, day);
      const open = openRecord(round, header, commitment, chain);
      // The clock is checked first, so that nothing below is even computed too early.
      if (nowMs < phaseStartMs(round, "result", timingOf(game, header.entropy))) {
        return { record: open, isFinal: false };
      }
      const beacon = await beaconOf(round, header, chain);
      if (beacon === undefined) {
        return { record: open, isFinal: false };
      }
      const seed = seedOf(round);
      const input =
        chain === null || beacon === null
          ? null
          : {
              chainHash: hexToBytes(chain.hash),
              round: open.drandRound as number,
              signature: beacon,
            };
      const outcome = game.historyFields(dealRound(game, round, seed, input));
      return {
        record: roundRecord(open, commitment, { seed, beacon, outcome }),
        isFinal: true,
      };
    },
  };
}
