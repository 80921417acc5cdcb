import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { headerHash } from "../../src/fairness/header.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import { readHeader } from "../../src/fairness/read-untrusted.ts";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { createFile } from "../store/key-file.ts";

/**
 * The headers that this server has served, stored separately from the database. A database restored from a backup lacks
 * headers that are public, and a server that signs different ones would appear to cheat.
 */
export type HeaderJournal = Awaited<ReturnType<typeof openHeaderJournal>>;

const FILE = "signed-headers.ndjson";

/**
 * Opens the journal in an existing data folder.
 *
 * @throws StartError if it cannot be read, or one of its lines is damaged.
 */
export async function openHeaderJournal(dataDir: string) {
  const file = join(dataDir, FILE);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") {
      return "";
    }
    throw unusable(file, error);
  });
  const lines = text.split("\n").filter((line) => line !== "");
  const recorded = new Map<string, SignedHeader>();
  const nameOf = (slug: string, date: string) => `${slug}:${date}`;
  for (const header of parse(lines, file)) {
    recorded.set(nameOf(header.game, header.date), header);
  }

  return {
    /** One JSON header per line. Lines are only added. */
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
      const added = fresh.map((header) => JSON.stringify(header));
      const all = `${[...lines, ...added].join("\n")}\n`;
      await createFile(file, (draft) => writeFile(draft, all), true).catch((error: unknown) => {
        throw unusable(file, error);
      });
      lines.push(...added);
      for (const header of fresh) {
        recorded.set(nameOf(header.game, header.date), header);
      }
    },
  };
}

function unusable(file: string, cause: unknown): StartError {
  return new StartError(
    `The file ${file} cannot be used (${errorCode(cause)}). Headers are recorded there before they are published, so nothing is published. Free up disk space, and make the service's user the owner of the file.`,
    { cause },
  );
}

function parse(lines: readonly string[], file: string): SignedHeader[] {
  return lines.map((line, index) => {
    try {
      return readHeader(JSON.parse(line));
    } catch (error) {
      throw new StartError(
        `Line ${index + 1} of ${file} is not a signed header. The server records everything it publishes in this file. Restore the line from a copy of the file.`,
        { cause: error },
      );
    }
  });
}
