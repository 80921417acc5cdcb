import { hexToBytes } from "@noble/hashes/utils.js";
import { CHECKPOINT_PATH, tilePathOf } from "../fairness/paths.ts";
import { sameBytes } from "../tlog/base64.ts";
import { isCheckpointOf, readCheckpoint } from "../tlog/checkpoint.ts";
import { LogFormatError } from "../tlog/format-error.ts";
import { rootsFromTiles } from "../tlog/tile-roots.ts";
import { readHashTile } from "../tlog/tiles.ts";
import { ED25519 } from "../tlog/verifier-key.ts";
import type { Kept, WatchedHouse } from "./watched-house.ts";

/**
 * Holds the house's log as it is now against its checkpoint that was kept: it may only have grown. The new
 * checkpoint is kept then.
 *
 * @returns what is wrong with it, in words; null when nothing is.
 */
export async function watchLog({
  memory,
  getText,
  getBytes,
}: WatchedHouse): Promise<string | null> {
  const text = await getText(CHECKPOINT_PATH);
  try {
    const checkpoint = readCheckpoint(text);
    const { origin, size, root } = checkpoint;
    const isSigned = memory
      .keys()
      .map((key) => hexToBytes(key))
      .some((publicKey) => isCheckpointOf(checkpoint, { name: origin, type: ED25519, publicKey }));
    if (!isSigned) {
      return "The checkpoint of the log is not signed with the house’s key.";
    }
    const kept = keptHead(memory);
    if (size < kept.size) {
      return `The log has shrunk from ${kept.size} to ${size} entries.`;
    }
    const roots = await rootsFromTiles(size, kept.size, async (tile) =>
      readHashTile(await getBytes(tilePathOf(tile)), tile.width),
    );
    if (!sameBytes(roots.root, root)) {
      return "The log does not add up to its checkpoint.";
    }
    if (roots.earlierRoot !== undefined && !sameBytes(roots.earlierRoot, kept.root)) {
      return "The log was rewritten: an entry that was there is another one now.";
    }
    memory.keepCheckpoint(text);
    return null;
  } catch (error) {
    if (!(error instanceof LogFormatError)) {
      throw error;
    }
    return `The log cannot be read: ${error.message}`;
  }
}

/** The head of the log that was kept; an empty log's where there is none. */
function keptHead(memory: Kept): { readonly size: number; readonly root: Uint8Array } {
  const checkpoint = memory.checkpoint();
  return checkpoint === null ? { size: 0, root: new Uint8Array() } : readCheckpoint(checkpoint);
}
