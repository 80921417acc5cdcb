import { readDecimal, readHash, sameBytes, toBase64 } from "./base64.ts";
import { readCheckpoint } from "./checkpoint.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { LogFormatError } from "./format-error.ts";
import { rootFromProof } from "./merkle.ts";

/*
 * That an entry is in a log, in one file that needs no network (C2SP tlog-proof 1.0).
 */

/** A proof that was read. Whether it leads to its root is for {@link includes} to say. */
export interface TlogProof {
  /** The place of the entry, counted from 0. */
  readonly index: number;
  /** From the entry's leaf to the root, the lowest first. */
  readonly hashes: readonly Uint8Array[];
  readonly checkpoint: Checkpoint;
}

const FIRST_LINE = "c2sp.org/tlog-proof@v1";
/** A tree with more levels than this has more leaves than can be counted. */
const MAX_HASHES = 63;

/** A proof as text. `checkpoint`: the whole note. */
export function formatTlogProof(
  index: number,
  hashes: readonly Uint8Array[],
  checkpoint: string,
): string {
  const lines = hashes.map((hash) => `${toBase64(hash)}\n`);
  return `${FIRST_LINE}\nindex ${index}\n${lines.join("")}\n${checkpoint}`;
}

/** Reads a proof. Throws a LogFormatError. */
export function readTlogProof(text: string): TlogProof {
  const end = text.indexOf("\n\n");
  const [first, ...lines] = text.slice(0, Math.max(0, end)).split("\n");
  if (first !== FIRST_LINE) {
    throw new LogFormatError(`A tlog-proof begins with "${FIRST_LINE}".`);
  }
  // Extra data is opaque, and proves nothing.
  const [index = "", ...hashes] = lines[0]?.startsWith("extra ") === true ? lines.slice(1) : lines;
  if (!index.startsWith("index ") || hashes.length > MAX_HASHES) {
    throw new LogFormatError("A tlog-proof has an index, and at most 63 hashes.");
  }
  return {
    index: readDecimal(index.slice("index ".length)),
    hashes: hashes.map(readHash),
    checkpoint: readCheckpoint(text.slice(end + 2)),
  };
}

/** Whether a proof leads from the hash of a leaf to the root of its checkpoint. */
export function includes({ index, hashes, checkpoint }: TlogProof, leaf: Uint8Array): boolean {
  const root = rootFromProof(leaf, index, checkpoint.size, hashes);
  return root !== null && sameBytes(root, checkpoint.root);
}
