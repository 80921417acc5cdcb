import { CHECKPOINT_PATH, tilePathOf } from "../../src/fairness/paths.ts";
import { sameBytes } from "../../src/tlog/base64.ts";
import { isCheckpointOf, readCheckpoint } from "../../src/tlog/checkpoint.ts";
import { LogFormatError } from "../../src/tlog/format-error.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { readHashTile, tilesOf } from "../../src/tlog/tiles.ts";
import { ED25519 } from "../../src/tlog/verifier-key.ts";
import type { WatchedHouse } from "./watched-house.ts";

/**
 * Reads the house's log as it is now, and holds it against what was kept: it may only have grown.
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
      .map((key) => Uint8Array.from(Buffer.from(key, "hex")))
      .some((publicKey) => isCheckpointOf(checkpoint, { name: origin, type: ED25519, publicKey }));
    if (!isSigned) {
      return "The checkpoint of the log is not signed with the house’s key.";
    }
    const kept = memory.leaves();
    if (size < kept.length) {
      return `The log has shrunk from ${kept.length} to ${size} entries.`;
    }
    const leaves: Uint8Array[] = [];
    for (const tile of tilesOf(size, 0)) {
      leaves.push(...readHashTile(await getBytes(tilePathOf(tile)), tile.width));
    }
    if (!sameBytes(new LogTree(leaves).root(), root)) {
      return "The log does not add up to its checkpoint.";
    }
    if (!kept.every((leaf, index) => sameBytes(leaf, leaves[index] as Uint8Array))) {
      return "The log was rewritten: an entry that was there is another one now.";
    }
    memory.keepLog(leaves.slice(kept.length), text);
    return null;
  } catch (error) {
    if (!(error instanceof LogFormatError)) {
      throw error;
    }
    return `The log cannot be read: ${error.message}`;
  }
}
