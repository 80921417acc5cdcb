import fc from "fast-check";
import { expect, test } from "vitest";
import { LogFormatError } from "../../src/tlog/format-error.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { leafHash } from "../../src/tlog/merkle.ts";
import { rootsFromTiles } from "../../src/tlog/tile-roots.ts";
import type { Tile } from "../../src/tlog/tiles.ts";

// Three levels of tiles.
const LOG = new LogTree(
  Array.from({ length: 66_000 }, (_, index) => leafHash(Buffer.from(String(index)))),
);
const tileOf = ({ level, index, width }: Tile) => LOG.tile(level as number, index, width);
const sizes = fc
  .tuple(fc.integer({ min: 0, max: LOG.size }), fc.integer({ min: 1, max: LOG.size }))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

test("a log of any size and its earlier self are computed from a few tiles", async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async ([earlier, size]) => {
      const asked: string[] = [];
      const { root, earlierRoot } = await rootsFromTiles(size, earlier, async (tile) => {
        asked.push(`${tile.level}/${tile.index}`);
        return tileOf(tile);
      });
      expect(root).toEqual(LOG.root(size));
      expect(earlierRoot).toEqual(earlier === 0 ? undefined : LOG.root(earlier));
      expect(new Set(asked).size).toBe(asked.length);
      // At each level the end of either size.
      expect(asked.length).toBeLessThanOrEqual(6);
    }),
  );
});

test("a log that was rewritten before the earlier size cannot have both roots", async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async ([earlier, size], seed) => {
      fc.pre(earlier > 0);
      const changed = seed % earlier;
      // The house shows tiles of its new history: every subtree over the changed entry is another one.
      const lied = async (tile: Tile) =>
        tileOf(tile).map((hash, place) => {
          const height = 8 * (tile.level as number);
          const isAbove = Math.floor(changed / 2 ** height) === 256 * tile.index + place;
          return isAbove ? leafHash(hash) : hash;
        });
      const { root, earlierRoot } = await rootsFromTiles(size, earlier, lied);
      const isCaught = !sameHash(root, LOG.root(size)) || !sameHash(earlierRoot, LOG.root(earlier));
      expect(isCaught).toBe(true);
      expect(sameHash(root, LOG.root(size)) && !sameHash(earlierRoot, LOG.root(earlier))).toBe(
        false,
      );
    }),
  );
});

// A hostile house signed a size that nobody could read.
test("a log of ever so many entries is not read", async () => {
  const read = rootsFromTiles(Number.MAX_SAFE_INTEGER, 0, () => expect.unreachable());
  await expect(read).rejects.toThrow(LogFormatError);
});

function sameHash(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return Buffer.compare(one ?? Buffer.of(), other) === 0;
}
