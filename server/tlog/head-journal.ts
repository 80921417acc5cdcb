import { join } from "node:path";
import { fromBase64, toBase64 } from "../../src/tlog/base64.ts";
import type { TreeHead } from "../../src/tlog/checkpoint.ts";
import { StartError } from "../runtime/start-error.ts";
import { openLineFile } from "../store/line-file.ts";

/**
 * The sizes and roots of the log that this server has signed, kept apart from the store: a store restored
 * from a backup has forgotten entries that the world has seen, and a second history of the log is proof of a
 * cheat.
 */
export interface HeadJournal {
  readonly file: string;
  /** The root that was noted for a size, in base64. */
  of(size: number): string | undefined;
  /** The largest size that was noted; 0: none. */
  readonly maxSize: number;
  /** Every size that was noted, in no order. */
  sizes(): Iterable<number>;
  /**
   * Notes a head that is about to be served. It is on the disk when it resolves.
   *
   * @throws StartError when the file cannot be written, or the size was signed with another root.
   */
  note(head: TreeHead): Promise<void>;
}

const FILE = "signed-checkpoints.txt";
/** What a write that was cut off leaves of a line: a root in base64 has 43 characters before its equals sign. */
const BEGINNING = /^(?:[1-9]\d{0,15}(?: [A-Za-z\d+/]{0,43})?)?$/;

/** Opens the journal in a data folder, which is there. Throws a StartError when a line of it is damaged. */
export async function openHeadJournal(dataDir: string): Promise<HeadJournal> {
  const file = join(dataDir, FILE);
  const { lines, append } = await openLineFile(file);
  const roots = new Map<number, string>();
  for (const [index, line] of lines.entries()) {
    // An incomplete line was never served.
    if (BEGINNING.test(line)) {
      continue;
    }
    const [, size = "", root = ""] = /^([1-9]\d{0,15}) (\S{44})$/.exec(line) ?? [];
    const known = roots.get(Number(size));
    if (!isRoot(root) || (known !== undefined && known !== root)) {
      throw new StartError(
        `Line ${index + 1} of ${file} is no size and root of the log, or another root than before. This server notes there what it has signed; put the line right from a copy of the file.`,
      );
    }
    roots.set(Number(size), root);
  }
  let maxSize = Math.max(0, ...roots.keys());

  return {
    file,
    of: (size) => roots.get(size),
    get maxSize() {
      return maxSize;
    },
    sizes: () => roots.keys(),
    async note({ size, root }) {
      const text = toBase64(root);
      const known = roots.get(size);
      if (known === text) {
        return;
      }
      if (known !== undefined) {
        throw otherHistory(size, file);
      }
      await append([`${size} ${text}`]);
      roots.set(size, text);
      maxSize = Math.max(maxSize, size);
    },
  };
}

/** The error of a store whose log is not the one that was signed. */
export function otherHistory(size: number, file: string): StartError {
  return new StartError(
    `The database's log is not the one that this server signed at ${size} entries, as ${file} says. A second history would prove a cheat, so nothing is signed. Put the newer database back.`,
  );
}

function isRoot(text: string): boolean {
  try {
    return fromBase64(text).length === 32;
  } catch {
    return false;
  }
}
