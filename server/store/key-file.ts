import { randomBytes } from "node:crypto";
import { link, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";

const KEY_BYTES = 32;
const FILE = /^[0-9a-f]{64}\r?\n?$/i;

/** A fault of the file system in words, for a file or folder that is only read; any other error as it is. */
export function explainReading(error: unknown, path: string): unknown {
  const code = errorCode(error);
  return code === undefined
    ? error
    : new StartError(
        `${path} cannot be read (${code}). Give it to the user the service runs as, and run this as that user.`,
        { cause: error },
      );
}

/** The 32 bytes that a file holds as 64 hexadecimal digits; undefined when there is no file. */
export async function readKeyFile(file: string): Promise<Uint8Array | "malformed" | undefined> {
  const status = await stat(file).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") {
      return undefined;
    }
    throw error;
  });
  if (status === undefined) {
    return undefined;
  }
  const text = status.isFile() ? await readFile(file, "latin1") : "";
  if (!FILE.test(text)) {
    return "malformed";
  }
  return Uint8Array.from(Buffer.from(text.trim(), "hex"));
}

/**
 * Makes the file, mode 0600, with these 32 bytes, random ones if absent, and gives those that are in it afterwards.
 *
 * It is made whole or not at all, and never over another: a link, unlike a rename, fails when the
 * name is taken, and then the other server's key is the one.
 */
export async function makeKeyFile(
  file: string,
  key: Uint8Array = randomBytes(KEY_BYTES),
): Promise<Uint8Array> {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeDurably(draft, `${Buffer.from(key).toString("hex")}\n`);
    await link(draft, file);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") {
      throw error;
    }
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(join(file, ".."));
  const made = await readKeyFile(file);
  if (made === undefined || made === "malformed") {
    throw new Error(`The file ${file} went away while it was made.`);
  }
  return made;
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name survives a power cut only when its folder is written too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
