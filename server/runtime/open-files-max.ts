import { readFile } from "node:fs/promises";

/** How many files, connections among them, this process may have open; Infinity where the machine does not say. */
export async function openFilesMax(): Promise<number> {
  // Node has raised the limit to the highest it may set by now.
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? Infinity : Number(soft);
}
