import { randomBytes } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
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
 *
 * The file is created completely or not at all, and never over an existing one: a link, unlike a rename, fails when the
 * name is taken, in which case the key of the server that took it counts.
 *
 * @throws StartError if it cannot be created.
 */
export async function createKeyFile(
  file: string,
  key: Uint8Array = randomBytes(KEY_BYTES),
): Promise<Uint8Array> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(`${Buffer.from(key).toString("hex")}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") {
      throw unusable(file, error);
    }
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(file));
  return (await readKeyFile(file)) as Uint8Array;
}

/** Syncs a folder, because only then does a new name survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
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
