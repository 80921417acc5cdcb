import { concatBytes } from "@noble/hashes/utils.js";
import { readDecimal } from "./base64.ts";
import { LogFormatError } from "./format-error.ts";

/*
 * A log as static files: tiles of 256 hashes, and the entries in bundles of 256 (C2SP tlog-tiles).
 */

/** Entries and hashes in a full file. */
const TILE_WIDTH = 256;

/** One file of a log. `level` counts from the leaves' 0; "entries" are the leaves themselves. */
export interface Tile {
  readonly level: number | "entries";
  readonly index: number;
  /** How many of the 256 hashes or entries it holds, at least one. */
  readonly width: number;
}

/** The path of a file under the log's prefix, such as `tile/0/x001/067.p/3`. */
export function tilePath({ level, index, width }: Tile): string {
  const parts: string[] = [];
  for (let rest = index; parts.length === 0 || rest > 0; rest = Math.floor(rest / 1_000)) {
    const digits = String(rest % 1_000).padStart(3, "0");
    parts.unshift(parts.length === 0 ? digits : `x${digits}`);
  }
  return `tile/${level}/${parts.join("/")}${width === TILE_WIDTH ? "" : `.p/${width}`}`;
}

/** Reads a path under the log's prefix. Throws a LogFormatError for any but the one path of a file. */
export function readTilePath(path: string): Tile {
  const [, level = "", digits = "", width] =
    /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  const index = Number(digits.replace(/[x/]/g, ""));
  const tile: Tile = {
    level: level === "entries" ? level : readDecimal(level),
    index,
    width: width === undefined ? TILE_WIDTH : readDecimal(width),
  };
  const isWidth = width === undefined || (tile.width > 0 && tile.width < TILE_WIDTH);
  const isPlace = Number.isSafeInteger(index) && !(Number(tile.level) > 63);
  if (!isWidth || !isPlace || tilePath(tile) !== path) {
    throw new LogFormatError(`"${path.slice(0, 100)}" is no file of a log.`);
  }
  return tile;
}

/** How many hashes or entries the log's file at that place has, full or not, at a size of the log. */
export function widthAt(size: number, level: Tile["level"], index: number): number {
  const count = Math.floor(size / TILE_WIDTH ** (level === "entries" ? 0 : level));
  return Math.max(0, Math.min(TILE_WIDTH, count - TILE_WIDTH * index));
}

/** Nobody reads a larger log to its end: that many days are a thousand years of ten games. */
const MAX_SIZE = 4_000_000;

/** Throws a LogFormatError for a log that is too large to be read: whoever signs its size may be hostile. */
export function requireReadable(size: number): void {
  if (size > MAX_SIZE) {
    throw new LogFormatError(`${size} entries are more than there can be.`);
  }
}

/** The files on one level that hold a log of a size. Throws a LogFormatError for one too large to be read. */
export function tilesOf(size: number, level: Tile["level"]): Tile[] {
  requireReadable(size);
  const tiles: Tile[] = [];
  for (let index = 0; widthAt(size, level, index) > 0; index++) {
    tiles.push({ level, index, width: widthAt(size, level, index) });
  }
  return tiles;
}

/** The hashes of a tile. Throws a LogFormatError when they are not `width` hashes. */
export function readHashTile(bytes: Uint8Array, width: number): Uint8Array[] {
  if (bytes.length !== 32 * width) {
    throw new LogFormatError(`A tile has ${bytes.length} bytes in place of ${32 * width}.`);
  }
  return Array.from({ length: width }, (_, index) => bytes.slice(32 * index, 32 * index + 32));
}

/** Entries as a bundle: each behind its length in two bytes. */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    ...entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length), entry]),
  );
}

/** The entries of a bundle. Throws a LogFormatError when they are not `width` entries. */
export function readEntryBundle(bytes: Uint8Array, width: number): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = 256 * (bytes[at] ?? 0) + (bytes[at + 1] ?? 0);
    entries.push(bytes.slice(at + 2, at + 2 + length));
    at += 2 + length;
    if (at > bytes.length) {
      throw new LogFormatError("A bundle of entries ends within an entry.");
    }
  }
  if (entries.length !== width) {
    throw new LogFormatError(`A bundle has ${entries.length} entries in place of ${width}.`);
  }
  return entries;
}
