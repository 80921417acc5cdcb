import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { tempFolder } from "./temp-store.ts";

// Runs as root, like the installation of programs.
const MOUNT = "/usr/bin/mount";
const UMOUNT = "/usr/bin/umount";

export async function smallDisk(sizeKb: number): Promise<string> {
  const folder = join(await tempFolder(), "disk");
  await mkdir(folder);
  execFileSync(MOUNT, ["-t", "tmpfs", "-o", `size=${sizeKb}k,mode=700`, "tmpfs", folder]);
  onTestFinished(() => void execFileSync(UMOUNT, ["-l", folder]));
  return folder;
}
