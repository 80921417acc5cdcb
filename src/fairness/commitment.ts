import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes } from "@noble/hashes/utils.js";
import { tag, u64, u8 } from "../round/bytes.ts";
import { buildTree, leafHash } from "./merkle.ts";
import type { MerkleTree } from "./merkle.ts";
import type { DayRounds } from "./utc-day.ts";

const COMMIT_TAG = tag("commit");
const LEAF_TAG = tag("leaf");

/** What is published of a round's seed beforehand: it fixes the seed and reveals nothing of it. */
export function commitmentOf(seed: Uint8Array, code: number, round: number): Uint8Array {
  return sha256(concatBytes(COMMIT_TAG, u8(code), u64(round), seed));
}

/** What the tree of a day holds of a round. */
export function leafData(commitment: Uint8Array, code: number, round: number): Uint8Array {
  return concatBytes(LEAF_TAG, u8(code), u64(round), commitment);
}

/** A day of a game, committed to. */
export interface DayCommitment extends DayRounds {
  /** The commitments of its rounds, in their order. */
  readonly commitments: readonly Uint8Array[];
  readonly tree: MerkleTree;
}

/** Commits to `count` rounds of a game from `firstRound` on. `seedOf` gives their seeds. */
export function commitToDay(
  seedOf: (round: number) => Uint8Array,
  code: number,
  { firstRound, count }: DayRounds,
): DayCommitment {
  const rounds = Array.from({ length: count }, (_, index) => firstRound + index);
  const commitments = rounds.map((round) => commitmentOf(seedOf(round), code, round));
  const leaves = commitments.map((commitment, index) =>
    leafHash(leafData(commitment, code, firstRound + index)),
  );
  return { firstRound, count, commitments, tree: buildTree(leaves) };
}
