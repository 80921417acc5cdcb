import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildTree, leafHash, proofOf, rootFromProof, rootOf } from "../../src/fairness/merkle.ts";
import vectors from "./rfc9162.json" with { type: "json" };

const hex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString("hex");
const leaves = vectors.leaves.map((leaf) => leafHash(Buffer.from(leaf, "hex")));

/** The root as RFC 9162 defines it: split at the largest power of two below the size. */
function rootByDefinition(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 1) {
    return hashes[0] as Uint8Array;
  }
  let split = 1;
  while (split * 2 < hashes.length) {
    split *= 2;
  }
  return createHash("sha256")
    .update(Uint8Array.of(1))
    .update(rootByDefinition(hashes.slice(0, split)))
    .update(rootByDefinition(hashes.slice(split)))
    .digest();
}

test.each(vectors.proofs)(
  "the proof for leaf $index of $size matches the test vectors",
  ({ index, size, proof }) => {
    const made = proofOf(buildTree(leaves.slice(0, size)), index);
    expect(made.map(hex)).toEqual(proof);
    const root = rootFromProof(leaves[index] as Uint8Array, index, size, made);
    expect(hex(root)).toBe(vectors.roots[size - 1]);
  },
);

/** The leaf hashes of trees of `min` to 300 leaves, each with the index of one leaf. */
const trees = (min: number) =>
  fc.integer({ min, max: 300 }).chain((size) =>
    fc.record({
      index: fc.integer({ min: 0, max: size - 1 }),
      hashes: fc.constant(
        Array.from({ length: size }, (_, index) => leafHash(Buffer.from(`leaf ${index}`))),
      ),
    }),
  );

describe("a tree of any size", () => {
  test("a tree has the root that the RFC defines", () => {
    fc.assert(
      fc.property(trees(1), ({ hashes }) => {
        expect(hex(rootOf(buildTree(hashes)))).toBe(hex(rootByDefinition(hashes)));
      }),
    );
  });

  test("a tree has a short proof for each of its leaves", () => {
    fc.assert(
      fc.property(trees(1), ({ hashes, index }) => {
        const tree = buildTree(hashes);
        const proof = proofOf(tree, index);
        expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(hashes.length)));
        const leaf = hashes[index] as Uint8Array;
        expect(rootFromProof(leaf, index, hashes.length, proof)).toEqual(rootOf(tree));
      }),
    );
  });

  test("a tree rejects a proof that is altered or belongs to another leaf", () => {
    fc.assert(
      fc.property(trees(2), fc.nat(), ({ hashes, index }, seed) => {
        const tree = buildTree(hashes);
        const root = hex(rootOf(tree));
        const proof = proofOf(tree, index);
        const size = hashes.length;
        const leaf = hashes[index] as Uint8Array;
        const rootOfProof = (i: number, n: number, p: readonly Uint8Array[]) =>
          hex(rootFromProof(leaf, i, n, p));
        expect(rootOfProof(index, size, [...proof, leaf])).not.toBe(root);
        expect(rootFromProof(leaf, -1, size, proof)).toBeNull();
        expect(rootFromProof(leaf, size, size, proof)).toBeNull();
        const elsewhere = (index + 1 + (seed % (size - 1))) % size;
        expect(rootOfProof(elsewhere, size, proof)).not.toBe(root);
        expect(rootOfProof(index, size, proof.slice(1))).not.toBe(root);
        expect(rootOfProof(index, size, proof.slice(0, -1))).not.toBe(root);
        const changed = proof.map((hash) => Uint8Array.from(hash));
        (changed[seed % changed.length] as Uint8Array)[seed % 32]! ^= 1 << (seed % 8);
        expect(rootOfProof(index, size, changed)).not.toBe(root);
      }),
    );
  });
});
