import { execFileSync } from "node:child_process";
import { copyFile, open, rename, rm, truncate } from "node:fs/promises";
import { dirname } from "node:path";

// As root, which the tests may install programs as too.
const MOUNT = "/usr/bin/mount";
const UMOUNT = "/usr/bin/umount";

/**
 * The ways to lose a database file that a service has open, by what becomes of it. Each gives a function that takes
 * back what would stand in the way of deleting the folder.
 */
export const FILE_LOSSES = {
  deleted: async (file: string) => {
    await rm(file);
    return () => {};
  },
  "replaced by a backup": async (file: string) => {
    await copyFile(file, `${file}.backup`);
    await rename(`${file}.backup`, file);
    return () => {};
  },
  "cut off": async (file: string) => {
    await truncate(file, 4_096);
    return () => {};
  },
  "overwritten by another program": async (file: string) => {
    await overwrite(file);
    return () => {};
  },
  "on a disk that became read-only": async (file: string) => remountReadOnly(dirname(file)),
};

/** Writes other bytes into a file, in its place, and leaves it as long as it was. */
async function overwrite(file: string): Promise<void> {
  const handle = await open(file, "r+");
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(4_096, 0xa5), 0, 4_096, size - 4_096);
  await handle.close();
}

/** Makes a folder read-only under those who have files open in it, as a failing disk is. */
function remountReadOnly(folder: string): () => void {
  execFileSync(MOUNT, ["--bind", folder, folder]);
  execFileSync(MOUNT, ["-o", "remount,bind,ro", folder]);
  return () => void execFileSync(UMOUNT, [folder]);
}
