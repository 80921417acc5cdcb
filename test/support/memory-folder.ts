import { accessSync, constants, statfsSync } from "node:fs";

/** Linux keeps the files of this folder in memory. */
const MEMORY = "/dev/shm";
/** What all tests at once may need, with room to spare. */
const WANTED_BYTES = 2 ** 31;

/**
 * The setting that puts temporary files into memory, where this machine has enough of it. Each service of
 * a test makes a database, whose commits wait for the disk: that is most of their time.
 */
export function memoryFolder(): Readonly<Record<string, string>> {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= WANTED_BYTES ? { TMPDIR: MEMORY } : {};
  } catch {
    return {};
  }
}
