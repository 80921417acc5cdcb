import { open, readFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { headerHash, isSigned } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { readHeader } from "../../src/fairness/read-untrusted.ts";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { syncFolder } from "../store/key-file.ts";

/**
 * The headers that this server has served, kept apart from the store: a store restored from a backup has
 * forgotten headers that the world has seen, and a server that signs another one looks like a cheat.
 */
export interface HeaderJournal {
  /** The file, which is only ever appended to: a header in JSON a line. */
  readonly file: string;
  /** The header that was noted last for a game's date. */
  of(slug: string, date: string): SignedHeader | undefined;
  /** The last noted header of each game and date. */
  all(): SignedHeader[];
  /**
   * Notes headers that are about to be served, but not those that are noted as they are. They are on
   * the disk when it resolves.
   *
   * @throws StartError when the file cannot be written.
   */
  note(headers: readonly SignedHeader[]): Promise<void>;
}

const FILE = "signed-headers.ndjson";

/**
 * Opens the journal in a data folder, which is there.
 *
 * @throws StartError when it cannot be read, or a line of it is damaged.
 */
export async function openHeaderJournal(dataDir: string): Promise<HeaderJournal> {
  const file = join(dataDir, FILE);
  const text = await read(file);
  const noted = new Map<string, SignedHeader>();
  const nameOf = (slug: string, date: string) => `${slug}:${date}`;
  for (const header of parse(text, file)) {
    noted.set(nameOf(header.game, header.date), header);
  }
  /** Whether the last line is incomplete, as after a power cut: then a new line is begun first. */
  let isTorn = text !== "" && !text.endsWith("\n");

  return {
    file,
    of: (slug, date) => noted.get(nameOf(slug, date)),
    all: () => [...noted.values()],
    async note(headers) {
      const fresh = headers.filter((header) => {
        const known = noted.get(nameOf(header.game, header.date));
        return known === undefined || headerHash(known) !== headerHash(header);
      });
      if (fresh.length === 0) {
        return;
      }
      const lines = fresh.map((header) => `${JSON.stringify(header)}\n`).join("");
      const start = isTorn ? "\n" : "";
      isTorn = true;
      await append(file, start + lines);
      isTorn = false;
      for (const header of fresh) {
        noted.set(nameOf(header.game, header.date), header);
      }
    },
  };
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") {
      return "";
    }
    throw unusable(file, error);
  }
}

function parse(text: string, file: string): SignedHeader[] {
  const headers: SignedHeader[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    // An incomplete line was never served.
    if (!line.endsWith("}")) {
      continue;
    }
    const header = parseLine(line);
    if (header === undefined) {
      throw new StartError(
        `Line ${index + 1} of ${file} is no signed header. This server notes there what it has published; put the line right from a copy of the file.`,
      );
    }
    headers.push(header);
  }
  return headers;
}

function parseLine(line: string): SignedHeader | undefined {
  try {
    return readHeader(JSON.parse(line));
  } catch {
    return undefined;
  }
}

async function append(file: string, text: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, "a", 0o600);
    await handle.writeFile(text);
    await handle.sync();
    await syncFolder(dirname(file));
  } catch (error) {
    throw unusable(file, error);
  } finally {
    await handle?.close();
  }
}

function unusable(file: string, error: unknown): unknown {
  const code = errorCode(error);
  return code === undefined
    ? error
    : new StartError(
        `The file ${file} cannot be used (${code}). What is published of a day is noted there first, so nothing is published. Give the disk room, and the file to the user the service runs as.`,
        { cause: error },
      );
}

/** Whether a noted header is what it says: signed by this key. */
export function isOwn(header: SignedHeader, publicKey: string): boolean {
  return header.key === publicKey && isSigned(header);
}
