import { concatBytes } from "@noble/hashes/utils.js";
import { tag, u64, u8 } from "../round/bytes.ts";
import { sha256 } from "../round/sha256.ts";
import type { Sha256 } from "../round/sha256.ts";
import { buildTree, leafHash } from "./merkle.ts";
import type { MerkleTree } from "./merkle.ts";
import type { DayRounds } from "./utc-day.ts";

const COMMIT_TAG = tag("commit");
const LEAF_TAG = tag("leaf");

/** The published commitment to a round's seed: it fixes the seed without revealing it. */
export function commitToSeed(
  seed: Uint8Array,
  code: number,
  round: number,
  hash: Sha256 = sha256,
): Uint8Array {
  return hash(COMMIT_TAG, u8(code), u64(round), seed);
}

/** The data of a round's leaf in its day's tree. */
export function leafData(commitment: Uint8Array, code: number, round: number): Uint8Array {
  return concatBytes(LEAF_TAG, u8(code), u64(round), commitment);
}

export interface DayCommitment extends DayRounds {
  /** One for each round, in order. */
  readonly commitments: readonly Uint8Array[];
  readonly tree: MerkleTree;
}

/**
 * Commits to `count` rounds of a game starting with `firstRound`. `seedOf` returns their seeds; `hash` is any SHA-256.
 */
export function commitToDay(
  seedOf: (round: number) => Uint8Array,
  code: number,
  { firstRound, count }: DayRounds,
  hash: Sha256 = sha256,
): DayCommitment {
  const rounds = Array.from({ length: count }, (_, index) => firstRound + index);
  const commitments = rounds.map((round) => commitToSeed(seedOf(round), code, round, hash));
  const leaves = commitments.map((commitment, index) =>
    leafHash(leafData(commitment, code, firstRound + index), hash),
  );
  return { firstRound, count, commitments, tree: buildTree(leaves, hash) };
}
