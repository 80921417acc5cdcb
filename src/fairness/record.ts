import type { VERSION } from "./header.ts";

/** What is published of a round before it is over. As on the wire. */
export interface OpenRecord {
  readonly version: typeof VERSION;
  /** The slug of the game. */
  readonly game: string;
  readonly round: number;
  /** The header of its day, 64 hex digits. */
  readonly headerHash: string;
  /** Fixes the round's seed, 64 hex digits. */
  readonly commitment: string;
  /** When bets close, epoch ms. */
  readonly closesAt: number;
  /** The number of the beacon that decides it; null in mode `seed`. */
  readonly drandRound: number | null;
}

/** What is published of a round once its result stands: all that it takes to deal it again. */
export interface RoundRecord extends OpenRecord {
  /** 64 hex digits. */
  readonly seed: string;
  /** From the round's leaf to the root of its day, 64 hex digits each, the lowest first. */
  readonly proof: readonly string[];
  /** The signature of the beacon, 96 hex digits; null in mode `seed`. */
  readonly beacon: string | null;
  /** The game's fields, as in the history. */
  readonly outcome: unknown;
}

/** Whether a record has the round's seed and outcome. */
export function isRevealed(record: OpenRecord | RoundRecord): record is RoundRecord {
  return "seed" in record;
}
