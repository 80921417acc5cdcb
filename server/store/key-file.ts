import { randomBytes } from "node:crypto";
import { link, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";

const KEY_BYTES = 32;
const HEX_KEY = /^[0-9a-f]{64}\r?\n?$/i;

/**
 * Reads the 32 bytes that a file contains as 64 hexadecimal digits; undefined if there is no file.
 *
 * @throws StartError if the file is malformed, or cannot be read.
 */
export async function readKeyFile(file: string): Promise<Uint8Array | undefined> {
  let text: string;
  try {
    text = await readFile(file, "latin1");
  } catch (error) {
    if (errorCode(error) === "ENOENT") {
      return undefined;
    }
    throw unusable(file, error);
  }
  if (!HEX_KEY.test(text)) {
    throw new StartError(
      `The file ${file} does not contain 64 hexadecimal digits. It was left unchanged. Restore it from a backup.`,
    );
  }
  return Uint8Array.from(Buffer.from(text.trim(), "hex"));
}

/**
 * Creates the file with mode 0600 and these 32 bytes (random by default), and returns the bytes that it then contains.
 * If another server has just created it, its key counts.
 *
 * @throws StartError if it cannot be created.
 */
export async function createKeyFile(
  file: string,
  key: Uint8Array = randomBytes(KEY_BYTES),
): Promise<Uint8Array> {
  try {
    await createFile(file, (draft) => writeFile(draft, `${Buffer.from(key).toString("hex")}\n`));
  } catch (error) {
    if (errorCode(error) !== "EEXIST") {
      throw unusable(file, error);
    }
  }
  return (await readKeyFile(file)) as Uint8Array;
}

/**
 * Creates a file with mode 0600, completely or not at all, which is on disk when this resolves. Rejects with EEXIST if
 * there is such a file, unless `isReplaced`.
 *
 * @param write fills the draft, an existing empty file.
 */
export async function createFile<T>(
  file: string,
  write: (draft: string) => Promise<T>,
  isReplaced = false,
): Promise<T> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(draft, "", { flag: "wx", mode: 0o600 });
    const result = await write(draft);
    await sync(draft);
    // A link, unlike a rename, fails when the name is taken.
    await (isReplaced ? rename : link)(draft, file);
    await sync(dirname(file));
    return result;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Syncs a file, or a folder, because only then does a new name survive a power cut. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unusable(file: string, cause: unknown): StartError {
  const code = errorCode(cause);
  const remedy =
    code === "ENOSPC"
      ? "Free up space on its disk."
      : "The service's user must own it, and its disk must support hard links.";
  return new StartError(`The file ${file} cannot be read or created (${code}). ${remedy}`, {
    cause,
  });
}
