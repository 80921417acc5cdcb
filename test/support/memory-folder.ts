import { accessSync, constants, statfsSync } from "node:fs";

/** Linux keeps the files of this folder in memory. */
const MEMORY = "/dev/shm";
/** Enough for all parallel tests. */
const WANTED_BYTES = 2 ** 31;

/**
 * The setting that puts temporary files into memory, if this machine has enough. Each service of a test creates a
 * database, whose commits mostly wait for the disk.
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
