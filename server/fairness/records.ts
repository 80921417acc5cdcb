import { hexToBytes } from "@noble/hashes/utils.js";
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
  /** A beacon's signature; undefined while the beacon is missing. */
  async function beaconOf(number: number): Promise<Uint8Array | undefined> {
    if (beacons.get(number) === undefined) {
      await beacons.load([number]);
    }
    return beacons.get(number);
  }

  return {
    /**
     * A round's record, and whether it is complete and never changes again; undefined if its day's header is not
     * published.
     */
    async of(game: Game, round: number, nowMs: number) {
      const day = dayOfRound(round, game.intervalMs);
      const header = headers.of(game, day);
      if (header === undefined) {
        return undefined;
      }
      const chain = header.chain === null ? null : beacons.chain;
      if (chain !== null && chain.hash !== header.chain) {
        throw new Error(`Restore DRAND_CHAIN: ${header.date} needs the chain ${header.chain}.`);
      }
      const { seedOf, commitment } = days(game, day);
      const open = openRecord(round, header, commitment, chain);
      // Checks the clock first, so that nothing below is even computed too early.
      const isOver = nowMs >= phaseStartMs(round, "result", timingOf(game, header.entropy));
      const number = open.drandRound;
      const beacon = isOver && number !== null ? await beaconOf(number) : null;
      if (!isOver || beacon === undefined) {
        return { record: open, isFinal: false };
      }
      const seed = seedOf(round);
      const input =
        chain && beacon && number !== null
          ? { chainHash: hexToBytes(chain.hash), round: number, signature: beacon }
          : null;
      const outcome = game.historyFields(dealRound(game, round, seed, input));
      return {
        record: roundRecord(open, commitment, { seed, beacon, outcome }),
        isFinal: true,
      };
    },
  };
}
