import { hexToBytes } from "@noble/hashes/utils.js";
import { beaconAt, closesAtMs, decidingBeacon } from "../../src/fairness/chain.ts";
import type { BeaconChain } from "../../src/fairness/chain.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { dayOfRound } from "../../src/fairness/utc-day.ts";
import type { Game } from "../../src/games/contract.ts";
import type { BeaconInput, Entropy } from "../../src/round/derive.ts";
import { roundStartMs } from "../../src/round/phases.ts";
import type { Beacons } from "./beacons.ts";

/**
 * The inputs that determine rounds together with the secret: each day's promised entropy mode, and the beacons. All
 * values come from memory.
 */
export type RoundInputs = ReturnType<typeof createRoundInputs>;

/** The inputs according to the day headers. */
export function createRoundInputs(options: {
  readonly headers: { of(game: Game, day: number): SignedHeader | undefined };
  readonly beacons: Pick<Beacons, "chain" | "get" | "heldSinceMs" | "onBeacon">;
  /** The mode of unpublished days. */
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
   * The number of the beacon that determines a round; null if none does. Also null if the chain is no longer in the
   * settings, or if the round never opened because it began before its day was published.
   */
  function beaconNumber(game: Game, round: number): number | null {
    const header = headerOf(game, round);
    if (header?.chain !== chain.hash || roundStartMs(round, game.intervalMs) < header.publishedAt) {
      return null;
    }
    return decidingBeacon(closesAtMs(round, header), chain);
  }

  return {
    /** Increases whenever results might change because a beacon arrived. */
    get revision() {
      return revision;
    },

    /**
     * The entropy mode of a game's UTC day. Null for an unpublished day that would need beacons: none of its rounds can
     * open.
     */
    modeOf(game: Game, day: number): Entropy | null {
      return headers.of(game, day)?.entropy ?? (entropy === "drand" ? null : "seed");
    },

    beaconNumber,

    /** The beacon that determines a round in `drand` mode; undefined while it is missing. */
    beaconOf(game: Game, round: number): BeaconInput | undefined {
      const number = beaconNumber(game, round);
      const signature = number === null ? undefined : beacons.get(number);
      return signature && { chainHash, round: number as number, signature };
    },

    /** Whether a round in `drand` mode opened, or would open if it began now. */
    opens(game: Game, round: number): boolean {
      const startMs = roundStartMs(round, game.intervalMs);
      return openingBeacons(startMs, chain).some(
        (number) => beacons.heldSinceMs(number) <= startMs,
      );
    },

    /** When a `drand` round's bets close, epoch ms; never later than promised. */
    closesAtMs(game: Game, round: number): number {
      const header = headerOf(game, round) as SignedHeader;
      const promisedMs = closesAtMs(round, header);
      // Once the round's beacon has arrived, betting is over, whatever the clock says.
      const arrivedMs = beacons.heldSinceMs(decidingBeacon(promisedMs, chain));
      return Math.min(promisedMs, arrivedMs);
    },
  };
}

/** Every day is in `seed` mode, which never uses the other methods. */
export const SEED_ONLY: RoundInputs = {
  revision: 0,
  modeOf: () => "seed",
  beaconNumber: () => null,
  beaconOf: () => undefined,
  opens: () => false,
  closesAtMs: (game, round) => roundStartMs(round, game.intervalMs),
};

/** A round opens only while the network is alive, which a beacon of at most this age proves. */
const MAX_BEACON_AGE_MS = 9_000;
/** The beacons that let a round at `startMs` open. Any one of them is enough. */
export function openingBeacons(startMs: number, chain: BeaconChain): number[] {
  const last = beaconAt(chain, startMs) as number;
  const count = MAX_BEACON_AGE_MS / (chain.period * 1_000) + 1;
  return Array.from({ length: count }, (_, index) => last - index);
}
