import type { VERSION } from "./header.ts";

/** The part of a record that is published before the result is final. As on the wire. */
export interface OpenRecord {
  /** The protocol version, as in the header. */
  readonly version: typeof VERSION;
  /** The game's slug. */
  readonly game: string;
  /**
   * Round number, counted from 1 across all days.
   * @minimum 1
   */
  readonly round: number;
  /**
   * The hash of its day's header, 64 hex digits.
   * @pattern ^[0-9a-f]{64}$
   */
  readonly headerHash: string;
  /**
   * Fixes the round's seed, 64 hex digits.
   * @pattern ^[0-9a-f]{64}$
   */
  readonly commitment: string;
  /** When bets close, epoch ms. */
  readonly closesAt: number;
  /** The number of the beacon that determines it; null in `seed` mode. */
  readonly drandRound: number | null;
}

/** The record of a round whose result is final, with everything needed to deal the round again. */
export interface RoundRecord<Outcome = unknown> extends OpenRecord {
  /**
   * The round's seed, 64 hex digits.
   * @pattern ^[0-9a-f]{64}$
   */
  readonly seed: string;
  /** The Merkle proof from the round's leaf to its day's root, 64 hex digits each, lowest first. */
  readonly proof: readonly string[];
  /**
   * The beacon's signature, 96 hex digits; null in `seed` mode.
   * @pattern ^[0-9a-f]{96}$
   */
  readonly beacon: string | null;
  /** The game's fields, as in the history. */
  readonly outcome: Outcome;
}

/** Whether a record has the round's seed and outcome. */
export function isRevealed(record: OpenRecord | RoundRecord): record is RoundRecord {
  return "seed" in record;
}
