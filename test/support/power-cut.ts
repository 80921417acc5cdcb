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
/** The second half of a call that another thread's came between. */
const RESUMED = /^(?<pid>\d+) +<\.\.\. f(?:data)?sync resumed>/;
/** The bytes of a call that writes, and where it writes them unless at the end. */
const WRITTEN = /, (\d+)(?:, (\d+))?(?:\) += \d+| <unfinished \.\.\.>)$/;

/** What a power cut leaves of a data folder. */
export interface LeftFiles {
  /** The path of a copy of the database. */
  readonly database: string;
  /** How much of a file of the folder that only grows, and was started meanwhile, was on the disk. */
  syncedBytes(name: string): number;
}

/**
 * Runs a script on the database of `dataDir` under strace until it has written `word` (letters, digits and
 * underscores) to stdout, and
 * gives what a power cut at that moment would leave at worst: the database without what was written to the
 * log of SQLite (its WAL) and not yet synced, and of other files the bytes that were synced. What a disk
 * does with what was synced is not shown.
 *
 * Somebody has to hold the database open meanwhile, or the script would tidy its log up at its end.
 */
export async function cutPowerAt(
  word: string,
  script: string,
  args: readonly string[],
  { dataDir, env = {} }: { dataDir: string; env?: Readonly<Record<string, string>> },
): Promise<LeftFiles> {
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
    // It had ended by itself.
  }
  await ended;

  const file = join(dataDir, "tableside.sqlite");
  const image = await tempFile();
  await copyFile(file, image);
  await copyFile(`${file}-wal`, `${image}-wal`);
  await truncate(`${image}-wal`, syncedBytes(lines, `${file}-wal`));
  return { database: image, syncedBytes: (name) => syncedBytes(lines, join(dataDir, name)) };
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
 * How much of a file that only grows was synced by the end of these calls. Those of other threads are
 * reported in two halves: a sync counts once it has ended, for what was written before it began.
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
