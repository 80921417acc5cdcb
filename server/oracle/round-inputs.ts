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
 * The inputs that decide rounds together with the secret: the promised entropy mode of each day, and the beacons in
 * memory. All values come from memory.
 */
export type RoundInputs = ReturnType<typeof createRoundInputs>;

/** The inputs according to the headers of days. */
export function createRoundInputs(options: {
  readonly headers: { of(game: Game, day: number): SignedHeader | undefined };
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
    /** Increases whenever results may change because a beacon arrived. */
    get revision() {
      return revision;
    },

    /**
     * The entropy mode of a game's UTC day. Null for an unpublished day that would need beacons: none of its rounds
     * opens.
     */
    modeOf(game: Game, day: number): Entropy | null {
      return headers.of(game, day)?.entropy ?? (entropy === "drand" ? null : "seed");
    },

    beaconNumber,

    /** The beacon that decides a round in `drand` mode; undefined while it is missing. */
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

    /** When the bets of a round in `drand` mode close, epoch ms: never later than promised. */
    closesAtMs(game: Game, round: number): number {
      const header = headerOf(game, round) as SignedHeader;
      const promisedMs = closesAtMs(round, header);
      // Once the deciding beacon has arrived, betting is over, whatever the clock says.
      const seenMs = beacons.heldSinceMs(decidingBeacon(promisedMs, chain));
      return Math.min(promisedMs, seenMs);
    },
  };
}

/** Every day is in `seed` mode, so the other methods are never called. */
export const SEED_ONLY: RoundInputs = {
  revision: 0,
  modeOf: () => "seed",
  beaconNumber: () => null,
  beaconOf: () => undefined,
  opens: () => false,
  closesAtMs: (game, round) => roundStartMs(round, game.intervalMs),
};

/** A round opens only while the network is alive: there must be a beacon no older than this. */
const MAX_BEACON_AGE_MS = 9_000;
/** The beacons of a chain that let a round at `startMs` open: any one of them is enough. */
export function openingBeacons(startMs: number, chain: BeaconChain): number[] {
  const last = beaconAt(chain, startMs) as number;
  const count = MAX_BEACON_AGE_MS / (chain.period * 1_000) + 1;
  return Array.from({ length: count }, (_, index) => last - index);
}
