import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { tempFile } from "./temp-store.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STRACE = "/usr/bin/strace";
const CALL = /^(?<pid>\d+) +(?<name>\w+)\(\d+<(?<file>[^>]*)>(?<rest>.*)$/;
/** The second half of a call that was interrupted by another thread's. */
const RESUMED = /^(?<pid>\d+) +<\.\.\. f(?:data)?sync resumed>/;
/** The number of bytes written, and the position unless at the end. */
const WRITTEN = /, (\d+)(?:, (\d+))?(?:\) += \d+| <unfinished \.\.\.>)$/;

/**
 * Runs a script on the database of `dataDir` under strace until it has written `word` (letters, digits and
 * underscores) to stdout, and returns the worst case of a power cut at that moment: the database without unsynced
 * writes to SQLite's write-ahead log, and of other files the synced bytes. It does not cover disks that lose synced
 * data.
 *
 * The caller must hold the database open in the meantime, or the script would clean up its log at the end.
 */
export async function cutPowerAt(
  word: string,
  script: string,
  args: readonly string[],
  { dataDir, env = {} }: { dataDir: string; env?: Readonly<Record<string, string>> },
) {
  const trace = `${await tempFile()}.trace`;
  const options = ["-f", "-y", "-qq", "-s", "200", "-o", trace];
  const calls = ["-e", "trace=pwrite64,fsync,fdatasync,write,writev"];
  const child = spawn(STRACE, [...options, ...calls, process.execPath, script, ...args], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"], PORT: "0", ...env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  child.stdout.resume();
  const lines = await linesUntil(trace, word);
  const pid = Number(CALL.exec(lines[0] ?? "")?.groups?.["pid"]);
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
  await ended;

  const file = join(dataDir, "tableside.sqlite");
  const image = await tempFile();
  await copyFile(file, image);
  await copyFile(`${file}-wal`, `${image}-wal`);
  await truncate(`${image}-wal`, syncedBytes(lines, `${file}-wal`));
  return {
    database: image,
    /** How many bytes of an append-only file, created in the meantime, were on disk. */
    syncedBytes: (name: string) => syncedBytes(lines, join(dataDir, name)),
  };
}

/** The calls up to the one that wrote `word`, as soon as strace has reported it. */
async function linesUntil(trace: string, word: string): Promise<string[]> {
  for (;;) {
    const lines = (await readFile(trace, "utf8").catch(() => "")).split("\n");
    const at = lines.findIndex((line) => / writev?\(1</.test(line) && line.includes(word));
    if (at >= 0) {
      return lines.slice(0, at);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * How many bytes of an append-only file were synced by the end of these calls. Calls of other threads are reported
 * in two halves: a sync counts once it has ended, for bytes written before it began.
 */
function syncedBytes(lines: readonly string[], file: string): number {
  let written = 0;
  let synced = 0;
  const begun = new Map<string, number>();
  for (const line of lines) {
    const ended = RESUMED.exec(line)?.groups?.["pid"];
    if (ended !== undefined) {
      synced = Math.max(synced, begun.get(ended) ?? 0);
      begun.delete(ended);
      continue;
    }
    const { pid = "", name = "", file: touched, rest = "" } = CALL.exec(line)?.groups ?? {};
    if (touched !== file) {
      continue;
    }
    if (name.includes("write")) {
      const [, length = "0", offset = String(written)] = WRITTEN.exec(rest) ?? [];
      written = Math.max(written, Number(offset) + Number(length));
    } else if (rest.includes("unfinished")) {
      begun.set(pid, written);
    } else {
      synced = written;
    }
  }
  return synced;
}
