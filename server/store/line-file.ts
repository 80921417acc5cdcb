import { open, readFile } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { syncFolder } from "./key-file.ts";

/** A file that is only ever appended to, a line at a time. A power cut may leave lines incomplete. */
export interface LineFile {
  /**
   * Those that were there when it was opened. Incomplete ones too, also between others: after one that was cut off the
   * next write begins a new line.
   */
  readonly lines: readonly string[];
  /**
   * Appends lines. They are on the disk when it resolves.
   *
   * @throws StartError when the file cannot be written.
   */
  append(lines: readonly string[]): Promise<void>;
}

/** What some file systems leave of a write that was cut off. */
const ZEROS = /(?<!\0)\0+$/;

/** Opens the file, which need not be there. Throws a StartError when it cannot be read. */
export async function openLineFile(file: string): Promise<LineFile> {
  const text = await read(file);
  /** Whether the last line may be incomplete: then a new line is begun first. */
  let isTorn = text !== "" && !text.endsWith("\n");
  return {
    lines: text.split("\n").map((line) => line.replace(ZEROS, "")),
    async append(lines) {
      const start = isTorn ? "\n" : "";
      isTorn = true;
      await append(file, start + lines.map((line) => `${line}\n`).join(""));
      isTorn = false;
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
