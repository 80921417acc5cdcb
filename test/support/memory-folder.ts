import { accessSync, constants, statfsSync } from "node:fs";

/** Linux keeps this folder's files in memory. */
const MEMORY = "/dev/shm";
/** Enough for all parallel tests. */
const WANTED_BYTES = 2 ** 31;

/** The setting that puts temporary files into memory, if there is enough: databases mostly wait for the disk. */
export function memoryFolder(): Readonly<Record<string, string>> {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= WANTED_BYTES ? { TMPDIR: MEMORY } : {};
  } catch {
    return {};
  }
}
