import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LogFormatError } from "../../src/tlog/format-error.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { leafHash } from "../../src/tlog/merkle.ts";
import {
  entryBundle,
  readEntryBundle,
  readHashTile,
  readTilePath,
  tilePath,
  tilesOf,
  widthAt,
} from "../../src/tlog/tiles.ts";

// The examples of C2SP tlog-tiles.
test("a log of 70,000 entries is the files that the specification counts", () => {
  const widths = (level: number) => tilesOf(70_000, level).map(({ width }) => width);
  expect(widths(0)).toEqual([...Array<number>(273).fill(256), 112]);
  expect(widths(1)).toEqual([256, 17]);
  expect(widths(2)).toEqual([1]);
  expect(widths(3)).toEqual([]);
  expect([tilesOf(256, 0), tilesOf(256, 1)]).toMatchObject([[{ width: 256 }], [{ width: 1 }]]);
  expect(widthAt(70_000, "entries", 273)).toBe(112);
});

// A hostile house signed a size that nobody could list.
test("a log of ever so many entries is not read", () => {
  expect(() => tilesOf(Number.MAX_SAFE_INTEGER, 0)).toThrow(LogFormatError);
});

test.each([
  [{ level: 0, index: 1_234_067, width: 256 }, "tile/0/x001/x234/067"],
  [{ level: 1, index: 0, width: 17 }, "tile/1/000.p/17"],
  [{ level: "entries", index: 273, width: 112 }, "tile/entries/273.p/112"],
  [{ level: 63, index: 1_000, width: 1 }, "tile/63/x001/000.p/1"],
] as const)("%j is at %s", (tile, path) => {
  expect(tilePath(tile)).toBe(path);
  expect(readTilePath(path)).toEqual(tile);
});

test.each([
  "tile/0/1",
  "tile/0/x000/001",
  "tile/00/001",
  "tile/64/001",
  "tile/0/001.p/0",
  "tile/0/001.p/256",
  "tile/0/001.p/017",
  "tile/0/x001",
  "tile/0/x001/x234",
  "tile/-1/001",
  "tile/entry/001",
  "tile/0/001/",
  "tile/0/x999/x999/x999/x999/x999/x999/999",
  "checkpoint",
  "",
])("%j is no file of a log", (path) => {
  expect(() => readTilePath(path)).toThrow(LogFormatError);
});

describe("files", () => {
  test("of hashes hold each complete subtree of 256 below them", () => {
    const leaves = Array.from({ length: 600 }, (_, n) => leafHash(Buffer.from([n >> 8, n])));
    const log = new LogTree(leaves);
    expect(log.tile(0, 1, 256)).toEqual(leaves.slice(256, 512));
    expect(log.tile(1, 0, 2)).toEqual([
      new LogTree(leaves.slice(0, 256)).root(),
      new LogTree(leaves.slice(256, 512)).root(),
    ]);
    const bytes = Uint8Array.from(Buffer.concat(log.tile(0, 2, 88)));
    expect(readHashTile(bytes, 88)).toEqual(leaves.slice(512));
    expect(() => readHashTile(bytes, 87)).toThrow(LogFormatError);
  });

  test("of entries give back what was put into them", () => {
    const entries = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 });
    fc.assert(
      fc.property(entries, (some) => {
        const bundle = entryBundle(some);
        expect(readEntryBundle(bundle, some.length)).toEqual(some);
        expect(() => readEntryBundle(bundle, some.length + 1)).toThrow(LogFormatError);
      }),
    );
    const torn = entryBundle([Uint8Array.of(1, 2, 3)]).slice(0, -1);
    expect(() => readEntryBundle(torn, 1)).toThrow(LogFormatError);
  });
});
