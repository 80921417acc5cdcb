import { sha256 } from "../round/sha256.ts";
import type { Sha256 } from "../round/sha256.ts";
import { nodeHash } from "./merkle.ts";

/**
 * The Merkle tree of a log, which only grows (RFC 9162, section 2.1). It keeps the hash of every complete
 * subtree, and so gives roots and proofs of any size it ever had with a few hashes.
 */
export class LogTree {
  /** Of each height, from the leaves up, the subtrees of 2^height leaves that are complete. */
  readonly #levels: Uint8Array[][] = [[]];
  readonly #hash: Sha256;

  /** `hash`: a SHA-256 that is faster than the one that runs anywhere. */
  constructor(leaves: Iterable<Uint8Array> = [], hash: Sha256 = sha256) {
    this.#hash = hash;
    for (const leaf of leaves) {
      this.append(leaf);
    }
  }

  get size(): number {
    return this.#levels[0]?.length ?? 0;
  }

  /** Adds the hash of a leaf. */
  append(leaf: Uint8Array): void {
    let hash = leaf;
    for (let height = 0; ; height++) {
      const level = (this.#levels[height] ??= []);
      level.push(hash);
      if (level.length % 2 === 1) {
        return;
      }
      hash = nodeHash(level.at(-2) as Uint8Array, hash, this.#hash);
    }
  }

  /** The root of the first `size` leaves; all of them by default. The root of none is the hash of nothing. */
  root(size: number = this.size): Uint8Array {
    this.#require(size, this.size);
    return size === 0 ? this.#hash() : this.#rangeHash(0, size);
  }

  /** From a leaf to the root of the first `size` leaves, the lowest hash first (2.1.3.1). */
  inclusionProof(index: number, size: number = this.size): Uint8Array[] {
    this.#require(size, this.size);
    this.#require(index, size - 1);
    return this.#path(index, 0, size);
  }

  /** That the first `oldSize` leaves are those of the first `size`, in their order (2.1.4.1). */
  consistencyProof(oldSize: number, size: number = this.size): Uint8Array[] {
    this.#require(size, this.size);
    this.#require(oldSize, size);
    return oldSize === 0 ? [] : this.#subproof(oldSize, 0, size, true);
  }

  /** The hashes of a tile of 256 subtrees of 256^level leaves; `width` of them, which are complete. */
  tile(level: number, index: number, width: number): Uint8Array[] {
    return (this.#levels[8 * level] ?? []).slice(256 * index, 256 * index + width);
  }

  #require(value: number, most: number): void {
    if (!Number.isSafeInteger(value) || value < 0 || value > most) {
      throw new RangeError(`The log has no ${value}: it ends at ${most}.`);
    }
  }

  #rangeHash(start: number, end: number): Uint8Array {
    const height = Math.log2(end - start);
    if (Number.isInteger(height)) {
      return this.#levels[height]?.[start / 2 ** height] as Uint8Array;
    }
    const middle = start + splitOf(end - start);
    return nodeHash(this.#rangeHash(start, middle), this.#rangeHash(middle, end), this.#hash);
  }

  #path(index: number, start: number, end: number): Uint8Array[] {
    if (end - start === 1) {
      return [];
    }
    const middle = start + splitOf(end - start);
    return index < middle
      ? [...this.#path(index, start, middle), this.#rangeHash(middle, end)]
      : [...this.#path(index, middle, end), this.#rangeHash(start, middle)];
  }

  /** `isKnown`: whether the verifier has the hash of this very subtree, being the whole old tree. */
  #subproof(oldEnd: number, start: number, end: number, isKnown: boolean): Uint8Array[] {
    if (oldEnd === end) {
      return isKnown ? [] : [this.#rangeHash(start, end)];
    }
    const middle = start + splitOf(end - start);
    return oldEnd <= middle
      ? [...this.#subproof(oldEnd, start, middle, isKnown), this.#rangeHash(middle, end)]
      : [...this.#subproof(oldEnd, middle, end, false), this.#rangeHash(start, middle)];
  }
}

/** The largest power of two below a number of leaves, of which there are at least two. */
function splitOf(count: number): number {
  return 2 ** (Math.ceil(Math.log2(count)) - 1);
}
