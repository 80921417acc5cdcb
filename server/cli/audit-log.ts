import { dayNameOf, logEntryOf } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { CHECKPOINT_PATH, tilePathOf } from "../../src/fairness/paths.ts";
import { sameBytes } from "../../src/tlog/base64.ts";
import { readCheckpoint } from "../../src/tlog/checkpoint.ts";
import type { Checkpoint } from "../../src/tlog/checkpoint.ts";
import { LogFormatError } from "../../src/tlog/format-error.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { leafHash } from "../../src/tlog/merkle.ts";
import { readEntryBundle, tilesOf } from "../../src/tlog/tiles.ts";
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
    const entries = await readLog(address, checkpoint);
    const own = logEntryOf(header);
    const day = dayNameOf(own);
    const ofDay = entries.filter((entry) => sameBytes(dayNameOf(entry), day));
    if (ofDay.length === 1 && sameBytes(ofDay[0] as Uint8Array, own)) {
      const words = `The log ${checkpoint.origin} has ${entries.length} entries, and this header is the only one of its day.`;
      return { status: "pass", title, words };
    }
    const words =
      ofDay.length === 0
        ? "The house’s log does not have this header."
        : `The house’s log has ${ofDay.length} headers of this day${ofDay.length === 1 ? ", and it is another one" : ""}.`;
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

/** Every entry of the log. Throws a LogFormatError when they do not add up to the checkpoint. */
async function readLog(address: string, { size, root }: Checkpoint): Promise<Uint8Array[]> {
  const entries: Uint8Array[] = [];
  for (const tile of tilesOf(size, "entries")) {
    const bytes = await readBytesFrom(`${address}${tilePathOf(tile)}`);
    entries.push(...readEntryBundle(bytes, tile.width));
  }
  const tree = new LogTree(entries.map((entry) => leafHash(entry)));
  if (!sameBytes(tree.root(), root)) {
    throw new LogFormatError("its entries do not add up to its checkpoint.");
  }
  return entries;
}
