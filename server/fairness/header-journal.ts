import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { headerHash } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { readHeader } from "../../src/fairness/read-untrusted.ts";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { syncFolder } from "../store/key-file.ts";

/**
 * The headers that this server has served, kept apart from the store. A store restored from a backup has lost
 * headers that are public, and a server that signs a different one would look like a cheat.
 */
export type HeaderJournal = Awaited<ReturnType<typeof openHeaderJournal>>;

const FILE = "signed-headers.ndjson";
/** Bytes that some file systems leave after an interrupted write. */
const ZEROS = /(?<!\0)\0+$/;
/**
 * The part of a line that an interrupted write leaves: an object of names and plain values, without its closing
 * bracket.
 */
const BEGINNING =
  /^(?:\{(?:"[A-Za-z]+":(?:"[^"\\]*"|\d+|null),)*(?:"[A-Za-z]*|"[A-Za-z]+"(?::(?:"[^"\\]*"?|\d*|nu?l{0,2}))?)?)?$/;

/**
 * Opens the journal in an existing data folder.
 *
 * @throws StartError if it cannot be read, or one of its lines is damaged.
 */
export async function openHeaderJournal(dataDir: string) {
  const file = join(dataDir, FILE);
  const text = await read(file);
  /** Whether the last line may be incomplete, so that the next write starts a new line. */
  let isTorn = text !== "" && !text.endsWith("\n");
  const recorded = new Map<string, SignedHeader>();
  const nameOf = (slug: string, date: string) => `${slug}:${date}`;
  for (const header of parse(text.split("\n"), file)) {
    recorded.set(nameOf(header.game, header.date), header);
  }

  return {
    /** The file, which is append-only: one header in JSON per line. */
    file,
    of: (slug: string, date: string) => recorded.get(nameOf(slug, date)),
    all: () => [...recorded.values()],
    /**
     * Journals headers that are about to be served, unless they are already in the journal. They are on disk when
     * this resolves.
     *
     * @throws StartError if the file cannot be written.
     */
    async record(headers: readonly SignedHeader[]): Promise<void> {
      const fresh = headers.filter((header) => {
        const known = recorded.get(nameOf(header.game, header.date));
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
        recorded.set(nameOf(header.game, header.date), header);
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

/** Appends text to the file. The text is on disk when this resolves. */
async function append(file: string, text: string): Promise<void> {
  try {
    const handle = await open(file, "a", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncFolder(join(file, ".."));
  } catch (error) {
    throw unusable(file, error);
  }
}

function unusable(file: string, cause: unknown): StartError {
  return new StartError(
    `The file ${file} cannot be used (${errorCode(cause)}). Headers are recorded there before they are published, so nothing is published. Free up disk space, and make the service's user the owner of the file.`,
    { cause },
  );
}

function parse(lines: readonly string[], file: string): SignedHeader[] {
  const headers: SignedHeader[] = [];
  for (const [index, found] of lines.entries()) {
    const line = found.replace(ZEROS, "");
    // An incomplete line was never served.
    if (BEGINNING.test(line)) {
      continue;
    }
    const header = parseLine(line);
    if (header === undefined) {
      throw new StartError(
        `Line ${index + 1} of ${file} is not a signed header. The server records everything it publishes in this file. Restore the line from a copy of the file.`,
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
