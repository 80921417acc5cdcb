import { buildTree, nodeHash, rootOf } from "./merkle.ts";
import { requireReadable, widthAt } from "./tiles.ts";
import type { Tile } from "./tiles.ts";

/** A tile has the hashes of subtrees of 256^level leaves: its root stands this many levels above them. */
const TILE_HEIGHT = 8;

/** The roots of a log at two sizes. */
export interface TileRoots {
  readonly root: Uint8Array;
  /** Of the first leaves; undefined where there were none. */
  readonly earlierRoot: Uint8Array | undefined;
}

/**
 * Computes the roots of a log at a size and at an earlier one, from the few tiles that both need. They are
 * computed from the same hashes: so if both are the roots that the log has signed, it only grew in between.
 *
 * @param readTile gives the hashes of a tile, as many as its width says.
 * @throws LogFormatError for a size that is too large to be read.
 */
export async function rootsFromTiles(
  size: number,
  earlierSize: number,
  readTile: (tile: Tile) => Promise<readonly Uint8Array[]>,
): Promise<TileRoots> {
  requireReadable(size);
  const tiles = new Map<string, Promise<readonly Uint8Array[]>>();

  function hashesOf(level: number, index: number): Promise<readonly Uint8Array[]> {
    const name = `${level}/${index}`;
    const tile = { level, index, width: widthAt(size, level, index) };
    const hashes = tiles.get(name) ?? readTile(tile);
    tiles.set(name, hashes);
    return hashes;
  }

  /** The hash of a complete subtree of 2^height leaves, of which `index` stand to its left. */
  async function subtree(height: number, index: number): Promise<Uint8Array> {
    const level = Math.floor(height / TILE_HEIGHT);
    const count = 2 ** (height - TILE_HEIGHT * level);
    const first = index * count;
    const hashes = await hashesOf(level, Math.floor(first / 256));
    return rootOf(buildTree(hashes.slice(first % 256, (first % 256) + count)));
  }

  /** The hash over a range of leaves, out of subtrees that the earlier size does not cut. */
  async function rangeHash(start: number, end: number): Promise<Uint8Array> {
    const height = Math.log2(end - start);
    const isCut = start < earlierSize && earlierSize < end;
    if (Number.isInteger(height) && !isCut) {
      return subtree(height, start / 2 ** height);
    }
    const middle = start + 2 ** (Math.ceil(height) - 1);
    return nodeHash(await rangeHash(start, middle), await rangeHash(middle, end));
  }

  return {
    root: await rangeHash(0, size),
    earlierRoot: earlierSize === 0 ? undefined : await rangeHash(0, earlierSize),
  };
}
