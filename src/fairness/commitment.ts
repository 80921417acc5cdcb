import { concatBytes } from "@noble/hashes/utils.js";
import { tag, u64, u8 } from "../round/bytes.ts";
import { sha256 } from "../round/sha256.ts";
import type { Sha256 } from "../round/sha256.ts";
import { buildTree, leafHash } from "./merkle.ts";
import type { MerkleTree } from "./merkle.ts";
import type { DayRounds } from "./utc-day.ts";

const COMMIT_TAG = tag("commit");
const LEAF_TAG = tag("leaf");

/** What is published of a round's seed beforehand: it fixes the seed and reveals nothing of it. */
export function commitmentOf(
  seed: Uint8Array,
  code: number,
  round: number,
  hash: Sha256 = sha256,
): Uint8Array {
  return hash(COMMIT_TAG, u8(code), u64(round), seed);
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

/** Commits to `count` rounds of a game from `firstRound` on. `seedOf` gives their seeds; `hash` is any SHA-256. */
export function commitToDay(
  seedOf: (round: number) => Uint8Array,
  code: number,
  { firstRound, count }: DayRounds,
  hash: Sha256 = sha256,
): DayCommitment {
  const rounds = Array.from({ length: count }, (_, index) => firstRound + index);
  const commitments = rounds.map((round) => commitmentOf(seedOf(round), code, round, hash));
  const leaves = commitments.map((commitment, index) =>
    leafHash(leafData(commitment, code, firstRound + index), hash),
  );
  return { firstRound, count, commitments, tree: buildTree(leaves, hash) };
}
