import { sha256 } from "../round/sha256.ts";
import type { Sha256 } from "../round/sha256.ts";

/*
 * The Merkle tree of RFC 9162, section 2.1. Leaves and nodes are hashed with different prefixes, so that no node can
 * pass as a leaf.
 */

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** A tree's hashes by level, from the leaves to the root. */
export type MerkleTree = readonly (readonly Uint8Array[])[];

export function leafHash(data: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  return hash(LEAF, data);
}

function nodeHash(left: Uint8Array, right: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  return hash(NODE, left, right);
}

/**
 * Builds the tree over one or more leaf hashes. A node without a sibling moves up unchanged, which gives the same
 * tree as the RFC's split at the largest power of two.
 */
export function buildTree(leaves: readonly Uint8Array[], hash: Sha256 = sha256): MerkleTree {
  if (leaves.length === 0) {
    throw new RangeError("A tree needs at least one leaf.");
  }
  const levels: (readonly Uint8Array[])[] = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) {
    level = parents(level, hash);
  }
  return levels;
}

function parents(level: readonly Uint8Array[], hash: Sha256): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let i = 0; i < level.length; i += 2) {
    const left = level[i] as Uint8Array;
    const right = level[i + 1];
    above.push(right === undefined ? left : nodeHash(left, right, hash));
  }
  return above;
}

/** A tree's root, 32 bytes. */
export function rootOf(tree: MerkleTree): Uint8Array {
  return tree.at(-1)?.[0] as Uint8Array;
}

/** The hashes that lead from a leaf to the root, lowest first (RFC 9162, 2.1.3.1). */
export function proofOf(tree: MerkleTree, index: number): Uint8Array[] {
  const proof: Uint8Array[] = [];
  for (const [height, level] of tree.entries()) {
    const sibling = level[Math.floor(index / 2 ** height) ^ 1];
    if (sibling !== undefined) {
      proof.push(sibling);
    }
  }
  return proof;
}

/**
 * The root that follows from a leaf's hash and a proof (RFC 9162, 2.1.3.2); null if the proof's length does not fit the
 * index and the tree's size.
 */
export function rootFromProof(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array | null {
  if (index < 0 || index >= size) {
    return null;
  }
  let position = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) {
      return null;
    }
    if (position % 2 === 1 || position === last) {
      hash = nodeHash(sibling, hash);
      while (position % 2 === 0 && position !== 0) {
        position = Math.floor(position / 2);
        last = Math.floor(last / 2);
      }
    } else {
      hash = nodeHash(hash, sibling);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hash : null;
}
