import { hexToBytes } from "@noble/hashes/utils.js";
import { closesAtMs, decidingBeacon } from "../../src/fairness/chain.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import type { Entropy } from "../../src/round/derive.ts";
import { roundStartMs } from "../../src/round/phases.ts";
import type { Beacons } from "../oracle/beacons.ts";
import { openingBeacons } from "../oracle/needed-beacons.ts";
import type { DayHeaders } from "./day-headers.ts";

/** The inputs that decide rounds, according to the headers of their days. */
export function createPublishedInputs(options: {
  readonly headers: Pick<DayHeaders, "of">;
  readonly beacons: Pick<Beacons, "chain" | "get" | "heldSinceMs" | "onBeacon">;
  /** For days that are not published yet. */
  readonly entropy: Entropy;
}) {
  const { headers, beacons, entropy } = options;
  const { chain } = beacons;
  const chainHash = hexToBytes(chain.hash);
  let revision = 0;
  beacons.onBeacon(() => (revision += 1));

  function headerOf(game: Game, round: number): SignedHeader | undefined {
    return headers.of(game, dayOfRound(round, game.intervalMs));
  }

  /**
   * The number of the beacon that decides a round; null if no beacon does. Also null for a chain that is no longer
   * in the settings, and for a round that began before its day was published: it was never open.
   */
  function beaconNumber(game: Game, round: number): number | null {
    const header = headerOf(game, round);
    if (header?.chain !== chain.hash || roundStartMs(round, game.intervalMs) < header.publishedAt) {
      return null;
    }
    return decidingBeacon(closesAtMs(round, header), chain);
  }

  return {
    get revision() {
      return revision;
    },

    modeOf(game: Game, day: number) {
      return headers.of(game, day)?.entropy ?? (entropy === "drand" ? null : "seed");
    },

    beaconNumber,

    beaconOf(game: Game, round: number) {
      const number = beaconNumber(game, round);
      const signature = number === null ? undefined : beacons.get(number);
      return signature && { chainHash, round: number as number, signature };
    },

    opens(game: Game, round: number) {
      const startMs = roundStartMs(round, game.intervalMs);
      return openingBeacons(startMs, chain).some(
        (number) => beacons.heldSinceMs(number) <= startMs,
      );
    },

    closesAtMs(game: Game, round: number) {
      const header = headerOf(game, round) as SignedHeader;
      const promisedMs = closesAtMs(round, header);
      // Once the deciding beacon has arrived, betting is over, whatever the clock says.
      const seenMs = beacons.heldSinceMs(decidingBeacon(promisedMs, chain));
      return Math.min(promisedMs, seenMs);
    },
  };
}
