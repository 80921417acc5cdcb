import { dayNameOf, logEntryOf } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { CHECKPOINT_PATH, tilePathOf } from "../../src/fairness/paths.ts";
import { sameBytes } from "../../src/tlog/base64.ts";
import { readCheckpoint } from "../../src/tlog/checkpoint.ts";
import type { Checkpoint } from "../../src/tlog/checkpoint.ts";
import { LogFormatError } from "../../src/tlog/format-error.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { buildTree, leafHash, rootOf } from "../../src/tlog/merkle.ts";
import { readEntryBundle, tilesOf } from "../../src/tlog/tiles.ts";
import { sha256 } from "../fairness/node-crypto.ts";
import type { Finding } from "./finding.ts";
import { readBytesFrom, readTextFrom, UnavailableError } from "./read-json.ts";

/**
 * Reads the whole log of a house: that it adds up to its checkpoint, and promises this day once. An inclusion
 * proof alone cannot show that there is no second header of the day.
 *
 * @param address the house's, without a slash at the end.
 */
export async function auditLog(address: string, header: SignedHeader): Promise<Finding> {
  const title = "Promised once";
  try {
    const checkpoint = readCheckpoint(await readTextFrom(`${address}${CHECKPOINT_PATH}`));
    const own = logEntryOf(header);
    const day = dayNameOf(own);
    let ofDay = 0;
    let hasOwn = false;
    await readLog(address, checkpoint, (entry) => {
      ofDay += sameBytes(dayNameOf(entry), day) ? 1 : 0;
      hasOwn ||= sameBytes(entry, own);
    });
    if (ofDay === 1 && hasOwn) {
      const words = `The log ${checkpoint.origin} has ${checkpoint.size} entries, and this header is the only one of its day.`;
      return { status: "pass", title, words };
    }
    const words =
      ofDay === 0
        ? "The house’s log does not have this header."
        : `The house’s log has ${ofDay} headers of this day${ofDay === 1 ? ", and it is another one" : ""}.`;
    return { status: "fail", title, words };
  } catch (error) {
    if (error instanceof UnavailableError) {
      return { status: "word", title, words: `The house’s log could not be had: ${error.message}` };
    }
    if (!(error instanceof LogFormatError)) {
      throw error;
    }
    return { status: "fail", title, words: `The house’s log is not right: ${error.message}` };
  }
}

/** A signed header has a quarter of this. */
const MAX_ENTRY_BYTES = 1_000;

/**
 * Shows every entry of the log, and keeps none: there may be millions. Throws a LogFormatError when they do not add up
 * to the checkpoint.
 */
async function readLog(
  address: string,
  { size, root }: Checkpoint,
  onEntry: (entry: Uint8Array) => void,
): Promise<void> {
  // Files are complete subtrees, so their roots are leaves of the tree above them.
  const tree = new LogTree([], sha256);
  for (const tile of tilesOf(size, "entries")) {
    const bytes = await readBytesFrom(`${address}${tilePathOf(tile)}`);
    const entries = readEntryBundle(bytes, tile.width);
    if (entries.some(({ length }) => length > MAX_ENTRY_BYTES)) {
      throw new LogFormatError("it has an entry that is longer than any header.");
    }
    entries.forEach(onEntry);
    const leaves = entries.map((entry) => leafHash(entry, sha256));
    tree.append(rootOf(buildTree(leaves, sha256)));
  }
  if (!sameBytes(tree.root(), root)) {
    throw new LogFormatError("its entries do not add up to its checkpoint.");
  }
}
