import type { Game } from "../../src/games/contract.ts";
import type { BeaconInput, Entropy } from "../../src/round/derive.ts";
import { roundStartMs } from "../../src/round/phases.ts";

/**
 * What decides rounds besides the secret: the mode that is promised of each day, and the beacons that
 * are held. All of it is answered from memory.
 */
export interface RoundInputs {
  /** Grows whenever the same question may have another answer than before: a beacon came. */
  readonly revision: number;
  /**
   * The mode of a game's UTC day. Null for one that would need beacons and is not promised: none of its
   * rounds opens, or ever did.
   */
  modeOf(game: Game, day: number): Entropy | null;
  /** The beacon that decides a round of mode `drand`; undefined as long as it is not held. */
  beaconOf(game: Game, round: number): BeaconInput | undefined;
  /** Whether a round of mode `drand` opened, or will if it begins now. */
  opens(game: Game, round: number): boolean;
  /** When the bets of a round of mode `drand` close, epoch ms: never later than promised. */
  closesAtMs(game: Game, round: number): number;
}

/** Every day is one of mode `seed`, so that only its mode is ever asked for. */
export const SEED_ONLY: RoundInputs = {
  revision: 0,
  modeOf: () => "seed",
  beaconOf: () => undefined,
  opens: () => false,
  closesAtMs: (game, round) => roundStartMs(round, game.intervalMs),
};
