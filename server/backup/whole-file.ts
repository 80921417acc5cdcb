import { access, constants, lstat, link, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../runtime/error-code.ts";
import { StartError } from "../runtime/start-error.ts";
import { syncFolder } from "../store/key-file.ts";
import { isFull } from "../store/sqlite-fault.ts";

/** What a disk without hard links answers. */
const NO_LINKS: readonly unknown[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/**
 * Makes a file, mode 0600, whole or not at all, and never over another one. It is on the disk when this
 * resolves. What a process left that was killed meanwhile is removed by the next one.
 *
 * @param write fills the draft, which is there and empty.
 * @throws StartError when the file is there already, or cannot be made.
 */
export async function makeWholeFile(
  file: string,
  write: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  try {
    await refuseFile(file);
    await removeLeftovers(file);
    await (await open(draft, "wx", 0o600)).close();
    await write(draft);
    const handle = await open(draft, "r+");
    await handle.sync().finally(() => handle.close());
    await giveName(draft, file);
    await syncFolder(dirname(file));
  } catch (error) {
    throw explain(error, file);
  } finally {
    await removeDraft(draft);
  }
}

/** Throws a StartError when there is anything under that name, or nothing can be made there. */
export async function refuseFile(file: string): Promise<void> {
  const found = await lstat(file).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") {
      return undefined;
    }
    throw explain(error, file);
  });
  if (found !== undefined) {
    throw new StartError(`${file} is there already, and is not written over. Choose another name.`);
  }
  await access(dirname(file), constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw explain(error, file);
  });
}

/** A link, unlike a rename, fails when the name is taken. */
async function giveName(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file);
  } catch (error) {
    if (!NO_LINKS.includes(errorCode(error))) {
      throw error;
    }
    await refuseFile(file);
    await rename(draft, file);
  }
}

/** Removes the drafts that killed processes left of a file. */
export async function removeLeftovers(file: string): Promise<void> {
  const folder = dirname(file);
  for (const name of await readdir(folder)) {
    const [, pid] = /^\.(\d+)\.part$/.exec(name.slice(basename(file).length)) ?? [];
    if (pid !== undefined && name.startsWith(basename(file)) && !isRunning(Number(pid))) {
      await removeDraft(join(folder, name));
    }
  }
}

/** A draft, and what SQLite keeps beside it. */
async function removeDraft(draft: string): Promise<void> {
  for (const end of ["", "-journal", "-wal", "-shm"]) {
    await rm(`${draft}${end}`, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, and is another user's.
    return errorCode(error) === "EPERM";
  }
}

function explain(error: unknown, file: string): unknown {
  if (error instanceof StartError && !isFull(error)) {
    return error;
  }
  if (isFull(error)) {
    return new StartError(`There is no room for ${file}. Nothing was kept of it.`, {
      cause: error,
    });
  }
  const code = errorCode(error);
  return code === undefined || code.startsWith("ERR_")
    ? error
    : new StartError(`${file} cannot be made (${code}). Check its folder, and the rights there.`, {
        cause: error,
      });
}
