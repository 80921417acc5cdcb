import type { Game } from "../../src/games/contract.ts";
import type { BeaconInput, Entropy } from "../../src/round/derive.ts";
import { roundStartMs } from "../../src/round/phases.ts";

/**
 * The inputs that decide rounds together with the secret: the promised entropy mode of each day, and the beacons in
 * memory. All values come from memory.
 */
export interface RoundInputs {
  /** Increases whenever results may change because a beacon arrived. */
  readonly revision: number;
  /**
   * The entropy mode of a game's UTC day. Null for an unpublished day that would need beacons: none of its rounds
   * opens.
   */
  modeOf(game: Game, day: number): Entropy | null;
  /** The beacon that decides a round in `drand` mode; undefined while it is missing. */
  beaconOf(game: Game, round: number): BeaconInput | undefined;
  /** Whether a round in `drand` mode opened, or would open if it began now. */
  opens(game: Game, round: number): boolean;
  /** When the bets of a round in `drand` mode close, epoch ms: never later than promised. */
  closesAtMs(game: Game, round: number): number;
}

/** Every day is in `seed` mode, so the other methods are never called. */
export const SEED_ONLY: RoundInputs = {
  revision: 0,
  modeOf: () => "seed",
  beaconOf: () => undefined,
  opens: () => false,
  closesAtMs: (game, round) => roundStartMs(round, game.intervalMs),
};
