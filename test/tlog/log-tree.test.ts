import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isConsistent } from "../../src/tlog/consistency.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { buildTree, leafHash, proofOf, rootFromProof, rootOf } from "../../src/tlog/merkle.ts";
import { times } from "../support/effort.ts";
import vectors from "./rfc9162.json" with { type: "json" };

const hex = (hashes: readonly Uint8Array[]) =>
  hashes.map((hash) => Buffer.from(hash).toString("hex"));
const published = new LogTree(vectors.leaves.map((leaf) => leafHash(Buffer.from(leaf, "hex"))));

/** Leaves of a log, and the tree over them. */
const LEAVES = Array.from({ length: 300 }, (_, index) => leafHash(Buffer.from(`entry ${index}`)));
const LOG = new LogTree(LEAVES);
const headOf = (size: number) => ({ size, root: LOG.root(size) });

describe("the published vectors", () => {
  test("give the roots of all sizes", () => {
    expect(hex(vectors.roots.map((_, index) => published.root(index + 1)))).toEqual(vectors.roots);
    const none = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    expect(hex([published.root(0)])).toEqual([none]);
  });

  test.each(vectors.proofs)("give the proof of leaf $index of $size", ({ index, size, proof }) => {
    expect(hex(published.inclusionProof(index, size))).toEqual(proof);
  });

  test.each(vectors.consistency)("give the proof from $from to $to", ({ from, to, proof }) => {
    expect(hex(published.consistencyProof(from, to))).toEqual(proof);
    const head = (size: number) => ({ size, root: published.root(size) });
    expect(isConsistent(head(from), head(to), published.consistencyProof(from, to))).toBe(true);
  });
});

describe("a log of any size", () => {
  const sizes = fc
    .tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

  test("has the root and proofs of the tree that is built at once", () => {
    fc.assert(
      fc.property(sizes, ([index, size]) => {
        const tree = buildTree(LEAVES.slice(0, size));
        expect(LOG.root(size)).toEqual(rootOf(tree));
        expect(LOG.inclusionProof(index - 1, size)).toEqual(proofOf(tree, index - 1));
        const leaf = LEAVES[index - 1] as Uint8Array;
        const proof = LOG.inclusionProof(index - 1, size);
        expect(rootFromProof(leaf, index - 1, size, proof)).toEqual(rootOf(tree));
      }),
    );
  });

  test("is consistent with every earlier size, and with no other", () => {
    fc.assert(
      fc.property(sizes, fc.nat(), ([old, size], seed) => {
        const proof = LOG.consistencyProof(old, size);
        expect(isConsistent(headOf(old), headOf(size), proof)).toBe(true);
        // Not a leaf of this log: the root of one entry is its leaf, and proofs hold leaves.
        const other = { size: old, root: leafHash(Buffer.from(`not in the log ${seed}`)) };
        expect(isConsistent(other, headOf(size), proof)).toBe(false);
        expect(isConsistent(headOf(old), { size, root: other.root }, proof)).toBe(false);
        expect(isConsistent(headOf(old), headOf(size), [...proof, other.root])).toBe(false);
        const isShorter = old === size && proof.length === 0;
        expect(isConsistent(headOf(size), headOf(old), proof)).toBe(isShorter);
        for (const changed of [
          proof.slice(1),
          ...proof.map((_, at) => proof.with(at, other.root)),
        ]) {
          expect(isConsistent(headOf(old), headOf(size), changed)).toBe(isShorter);
        }
      }),
      { numRuns: times(40, 300) },
    );
  });

  test("has grown from nothing, without a proof", () => {
    const nothing = { size: 0, root: LOG.root(0) };
    expect(isConsistent(nothing, headOf(7), [])).toBe(true);
    expect(isConsistent(nothing, headOf(7), [LOG.root(7)])).toBe(false);
  });

  test.each([-1, 0.5, 301, Number.NaN])("has nothing at %d", (size) => {
    expect(() => LOG.root(size)).toThrow(RangeError);
    expect(() => LOG.inclusionProof(size)).toThrow(RangeError);
    expect(() => LOG.consistencyProof(size)).toThrow(RangeError);
  });
});
