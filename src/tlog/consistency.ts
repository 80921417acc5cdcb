import { sameBytes } from "./base64.ts";
import type { TreeHead } from "./checkpoint.ts";
import { nodeHash } from "./merkle.ts";

/**
 * Whether a proof shows that a log only grew from one tree to a later one (RFC 9162, section 2.1.4.2).
 * From the empty tree every log has grown, and needs no proof.
 */
export function isConsistent(
  old: TreeHead,
  later: TreeHead,
  proof: readonly Uint8Array[],
): boolean {
  if (old.size > later.size) {
    return false;
  }
  if (old.size === 0 || old.size === later.size) {
    return proof.length === 0 && (old.size === 0 || sameBytes(old.root, later.root));
  }
  let place = old.size - 1;
  let last = later.size - 1;
  while (place % 2 === 1) {
    [place, last] = [half(place), half(last)];
  }
  // A tree of 2^n leaves is a subtree of the later one: its root is where the proof begins.
  const [first, ...rest] = place === 0 ? [old.root, ...proof] : proof;
  if (first === undefined) {
    return false;
  }
  let [oldRoot, root] = [first, first];
  for (const hash of rest) {
    if (last === 0) {
      return false;
    }
    if (place % 2 === 1 || place === last) {
      oldRoot = nodeHash(hash, oldRoot);
      root = nodeHash(hash, root);
      while (place % 2 === 0 && place !== 0) {
        [place, last] = [half(place), half(last)];
      }
    } else {
      root = nodeHash(root, hash);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && sameBytes(oldRoot, old.root) && sameBytes(root, later.root);
}

function half(value: number): number {
  return Math.floor(value / 2);
}
